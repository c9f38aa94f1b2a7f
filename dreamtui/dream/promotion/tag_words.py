"""The words OpenClaw takes for concepts, and those it never does: both are part of its file format.

An entry's concept tags count towards its score, so a store without tags is scored alike only with the same words.
"""

_KNOWN = (
    "backup backups embedding embeddings failover gateway glacier gpt kv network openai qmd router s3 vlan"
    " sauvegarde routeur passerelle konfiguration sicherung überwachung configuración respaldo enrutador"
    " puerta-de-enlace バックアップ フェイルオーバー ルーター ネットワーク ゲートウェイ 障害対応 路由器 备份 故障转移"
    " 网络 网关 라우터 백업 페일오버 네트워크 게이트웨이 장애대응"
)
GLOSSARY = tuple(_KNOWN.split())
"""Concepts that are found inside other words too, in the order in which they become tags."""

_EARLY = (
    "about after agent again also because before being between build called could daily default deploy during every"
    " file files from have into just line lines long main make memory month more most move much next note notes over"
    " part past port same score search session sessions short should since some than that their there these they this"
    " through today using with work workspace year"
    " and are for its our then were"
    " al con como de del el en es la las los para por que se sin su sus una uno unos unas y"
    " au aux avec dans des du est et le les ou pour qui sans ses son sur une un"
    " auf aus bei das dem den der die ein eine einem einen einer für im in mit nach oder ohne über und von zu zum zur"
    " が から する して した で と に の は へ まで も や を 与 为 了 及 和 在 将 或 把 是 用 的"
    " 과 는 도 로 를 에 에서 와 은 으로 을 이 하다 한 할 해 했다"
    " cjs cpp cts jsx json md mjs mts text toml ts tsx txt yaml yml"
)
STOP_WORDS = {
    "v2": frozenset(_EARLY.split()),
    "v3": frozenset(f"{_EARLY} assistant subagent system user the you your".split()),
}
"""Words that are no concept, by the version that knew them."""

"""Decisions are signed with the key git signs with, and the audit says what each signature is worth."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from workbench import Bench, in_git, make_bench, reason

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
with_gpg = pytest.mark.skipif(shutil.which("gpg") is None, reason="gpg is not installed")


def key(top: Path, name: str) -> Path:
    path = top / f"{name}.key"
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
    subprocess.run(words, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return path


def signing(bench: Bench, name: str, *allowed: str, own: str = "sign: true") -> Bench:
    """The same bench for somebody whose git signs with a key of theirs, and who knows the keys of others."""
    for one in sorted({name, *allowed}):
        if not (bench.top / f"{one}.key").exists():
            key(bench.top, one)
    signers = bench.top / f"{name}.signers"
    lines = [f"{one}@corp.example {(bench.top / f'{one}.key.pub').read_text()}" for one in allowed]
    signers.write_text("".join(lines))
    git = bench.top / f"{name}.gitconfig"
    git.write_text(
        f"[gpg]\n\tformat = ssh\n[user]\n\tsigningkey = {bench.top / name}.key\n"
        f'[gpg "ssh"]\n\tallowedSignersFile = {signers}\n'
    )
    config = bench.top / f"{name}-config"
    (config / "dreamtui").mkdir(parents=True, exist_ok=True)
    (config / "dreamtui/config.yaml").write_text(f"dreamtui:\n  {own}\n")
    return bench.at(actor=name, GIT_CONFIG_GLOBAL=str(git), XDG_CONFIG_HOME=str(config))


def record(bench: Bench) -> Path:
    return sorted(bench.agent.glob("dream/audit/*/*/*.md"))[-1]


def test_each_record_has_a_signature_that_verify_checks(tmp_path: Path) -> None:
    """Good, of another record, of an unknown key, none: a line each, and a count."""
    bench = make_bench(tmp_path)
    one, two, three = bench.file("Releases break", "Tests hang", "Builds fail")
    bench.ok("reject", one, "--rationale", reason(1))
    plain = bench.ok("audit", "verify")
    assert "signature" not in plain.out
    alice = signing(bench, "alice", "alice")
    alice.ok("reject", two, "--rationale", reason(2))
    signature = Path(f"{record(alice)}.sig")
    assert signature.read_text().startswith("-----BEGIN SSH SIGNATURE-----")
    dave = signing(bench, "dave", "dave").at(now="2026-11-18T10:00:00.000000Z")
    dave.ok("reject", three, "--rationale", reason(3))
    out = alice.ok("audit", "verify").out
    assert "by alice is signed by alice@corp.example" in out and "by dave is signed with an unknown key" in out
    assert "signatures: 1 good, 1 unknown key, 1 unsigned" in out
    assert len(alice.ok("audit", "verify", "--json").data["signatures"]) == 3
    dave_said = f"reject {record(dave).stem[-8:]} by dave is signed with an unknown key"
    assert dave_said in alice.ok("status").out and dave_said in alice.ok("doctor").out
    assert alice.ok("status", "--json").data["signatures"] == [dave_said]
    assert "signature" not in bench.ok("status").out and "signed" not in bench.ok("doctor").out
    signature.write_bytes(Path(f"{record(dave)}.sig").read_bytes())
    said = "by alice has an invalid signature"
    assert said in alice.ok("status").out and said in alice.run("doctor").out
    assert alice.run("doctor").code == 1
    done = alice.run("audit", "verify")
    assert done.code == 4 and "has an invalid signature" in done.out
    signature.write_text("-----BEGIN SSH SIGNATURE-----\nnonsense\n")
    assert alice.run("audit", "verify").code == 4


def test_a_name_that_the_key_does_not_belong_to(tmp_path: Path) -> None:
    """Whoever signs as somebody else is named; nobody signs with a key that a repository names."""
    bench = make_bench(tmp_path, git=True)
    (item,) = bench.file("Releases break")
    dave = signing(bench, "dave", "dave", "alice").at(actor="alice")
    dave.ok("reject", item, "--rationale", reason(1))
    done = dave.run("audit", "verify")
    assert done.code == 4 and "by alice is signed by dave@corp.example, who is somebody else" in done.out
    signers = bench.top / "dave.signers"
    in_git(bench, "config", "gpg.ssh.allowedSignersFile", str(signers))
    assert "an unknown key" in bench.at(GIT_CONFIG_GLOBAL=os.devnull).ok("audit", "verify").out


def test_a_signature_that_is_demanded(tmp_path: Path) -> None:
    """Without one nothing is decided; one that follows a signed one and is taken away is missed."""
    bench = make_bench(tmp_path)
    one, two, three = bench.file("Releases break", "Tests hang", "Builds fail")
    bench.ok("reject", one, "--rationale", reason(1))
    (bench.agent / "config.yaml").write_text("dreamtui:\n  need_signature: true\n")
    assert "has to be signed" in bench.refused(1, "reject", two, "--rationale", reason(2))
    alice = signing(bench, "alice", "alice")
    alice.ok("reject", two, "--rationale", reason(2))
    alice.at(now="2026-11-18T10:00:00.000000Z").ok("reject", three, "--rationale", reason(3))
    assert alice.ok("audit", "verify").code == 0
    assert "signature" not in alice.ok("status").out
    Path(f"{record(alice)}.sig").unlink()
    assert "is not signed" in alice.ok("status").out
    assert alice.run("doctor").code == 1
    done = alice.run("audit", "verify")
    assert done.code == 4 and "is not signed" in done.out


def test_where_the_key_does_not_sign_nothing_is_recorded(tmp_path: Path) -> None:
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break")
    alice = signing(bench, "alice", "alice")
    (bench.top / "alice.key").unlink()
    (bench.top / "alice.key.pub").unlink()
    assert "could not be signed" in alice.refused(1, "reject", item, "--rationale", reason(1))
    (bench.top / "alice.gitconfig").write_text("")
    assert "git names no key" in alice.refused(1, "reject", item, "--rationale", reason(1))


def test_a_repository_does_not_make_anybody_sign(tmp_path: Path) -> None:
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break")
    alice = signing(bench, "alice", "alice", own="theme: dark")
    (bench.agent / "config.yaml").write_text("dreamtui:\n  sign: true\n")
    alice.ok("reject", item, "--rationale", reason(1))
    assert not list(bench.agent.glob("dream/audit/*/*/*.sig"))


def test_a_glance_believes_only_its_own_verdicts(tmp_path: Path) -> None:
    """What was good is not checked again while all it rests on is the same; nobody else's word counts."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break")
    alice = signing(bench, "alice", "alice")
    alice.ok("reject", item, "--rationale", reason(1))
    assert "signature" not in alice.ok("status").out
    kept = alice.kept / "good-signatures.json"
    blind = tmp_path / "blind"
    blind.mkdir()
    (blind / "git").symlink_to(str(shutil.which("git")))
    assert "signature" not in alice.at(PATH=str(blind)).ok("status").out
    body = kept.read_bytes().partition(b"\n")[2]
    kept.write_bytes(b"0" * 64 + b"\n" + body)
    assert "cannot be checked" in alice.at(PATH=str(blind)).ok("status").out
    (bench.top / "alice.signers").write_text("")
    assert "signature" not in alice.ok("status").out, "an unknown key is no news before the first known one"
    assert "1 unknown key" in alice.ok("audit", "verify").out


@pytest.fixture
def keyring() -> Iterator[dict[str, str]]:
    """A keyring of gpg with one key, whose folder is near enough for the sockets of its agent."""
    folder = tempfile.mkdtemp(prefix="keys-", dir="/tmp")
    env = {"GNUPGHOME": folder, "PATH": os.environ["PATH"], "LC_ALL": "C"}
    words = ["--batch", "--passphrase", "", "--quick-gen-key", "alice <alice@corp.example>", "ed25519", "sign", "never"]
    made = subprocess.run(["gpg", *words], env=env, capture_output=True, check=False)
    if made.returncode:
        pytest.skip(f"gpg makes no key here: {made.stderr.decode(errors='replace')[-200:]}")
    yield env
    subprocess.run(["gpgconf", "--kill", "all"], env=env, capture_output=True, check=False)
    shutil.rmtree(folder, ignore_errors=True)


@with_gpg
def test_keys_of_gpg_sign_too(tmp_path: Path, keyring: dict[str, str]) -> None:
    """One's own keys are trusted; a signature of another record is bad, one of an unknown key is that."""
    bench = make_bench(tmp_path)
    one, two = bench.file("Releases break", "Tests hang")
    alice = signing(bench, "alice")
    (bench.top / "alice.gitconfig").write_text("[user]\n\tsigningkey = alice@corp.example\n")
    alice = alice.at(GNUPGHOME=keyring["GNUPGHOME"])
    alice.ok("reject", one, "--rationale", reason(1))
    signature = Path(f"{record(alice)}.sig")
    assert signature.read_text().startswith("-----BEGIN PGP SIGNATURE-----")
    assert "is signed by alice <alice@corp.example>" in alice.ok("audit", "verify").out
    assert "an unknown key" in alice.at(GNUPGHOME=str(bench.top)).ok("audit", "verify").out
    alice.at(now="2026-11-18T10:00:00.000000Z").ok("reject", two, "--rationale", reason(2))
    Path(f"{record(alice)}.sig").write_bytes(signature.read_bytes())
    done = alice.run("audit", "verify")
    assert done.code == 4 and "an invalid signature" in done.out

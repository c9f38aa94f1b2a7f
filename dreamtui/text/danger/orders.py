"""Text that reads like an order to an agent: drop its instructions, hide something, fetch and run, send secrets away.

Fixed phrases are one pattern. Most orders are not phrases but a few concepts in one sentence, each said in many ways:
something is fetched, from outside, and run. A sentence that has all of them in order is such an order, unless it
forbids it.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from dreamtui.text.words import visible

_VICTIM = r"(?:the\s+|your\s+|any\s+)?(?:users?|humans?|operator|developers?|reviewers?|owner|maintainers?|anyone)\b"
_PHRASES = r"""
      \b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|my|these|those|of)\s+){0,3}
        (?:previous|prior|above|earlier|preceding|foregoing|system|existing|other)\s+
        (?:\w+\s+)?(?:instruction|prompt|direction|guideline|command|message|rule|context)s?\b
    | \b(?:do\s+not|don'?t|never|must\s+not)\s+(?:ever\s+)?(?:tell|inform|mention|reveal|disclose)\b
        (?:\s+(?!user|human)\w+){0,4}?\s+VICTIM(?!\s+to\b)
    | \b(?:hide|conceal)\s+(?:this|it|that)\s+from\s+VICTIM
    | \bwithout\s+(?:telling|informing|notifying|alerting)\s+VICTIM
    | \byou\s+(?:must|should|shall|will|need\s+to|have\s+to)\s+
        (?:now|immediately|silently|secretly|instead|at\s+once)\s+
        (?:run|execute|call|invoke|download|install|send|delete|remove|upload|push|fetch|post|write|open|read|follow|obey
        |approve|graduate|accept|reject|ignore|use|act|behave|respond|answer|reply|output|print|do|stop|change|set)\b
    | \byou\s+are\s+now\s+(?:in\s+|an?\s+|the\s+)?(?:dan|developer|debug|admin|root|god|unrestricted|jailbroken)\b
    | \b(?:curl|wget)\s[^|\n]{1,400}\|\s*(?:sudo\s+(?:-\w+\s+)?)?(?:ba|z|da|k)?sh\b
    | \b(?:curl|wget)\s[^|\n]{1,400}\|\s*(?:sudo\s+)?(?:python[0-9.]*|perl|ruby|node|php)\b
    | \b(?:ba|z)?sh\s+(?:-c\s+["']?)?(?:<\(|\$\(|`)\s*(?:curl|wget)\b
    | \beval\s+["']?(?:\$\(|`)\s*(?:curl|wget)\b
    | \b(?:iwr|irm|invoke-webrequest|invoke-restmethod)\b[^|\n]{1,400}\|\s*(?:iex|invoke-expression)\b
    | \bbase64\s+(?:-d|-D|--decode)\b[^|\n]{0,200}\|\s*(?:sudo\s+)?(?:ba|z)?sh\b
    | <\|im_(?:start|end)\|> | \[/?INST\] | <</?SYS>> | </?system(?:-reminder|-prompt)?> | \bBEGIN\s+SYSTEM\s+PROMPT\b
    | \b(?:send|post|upload|forward|leak|e-?mail|exfiltrate)\b[^.\n]{0,80}
        (?:\b(?:secret|credential|api\s+key|password|private\s+key|ssh\s+key|access\s+token)s?|\.env)\b[^.\n]{0,40}
        \b(?:to|at)\s+(?:https?://|\S{1,64}@)
    | \b(?:reveal|print|output|repeat|show)\s+(?:me\s+)?(?:your|the)\s+(?:full\s+|entire\s+)?system\s+prompt\b
    | \b(?:attention|important|note|message|instructions?)\s*+(?:(?:for|to)\s*+)?(?:[:,-]\s*+)?(?:all\s+|any\s+)?
        (?:ai|llm|claude|copilot|language\s+model|coding)\s*+(?:(?:agents?|assistants?|models?)\s*+)?[:!]
    | \bnew\s+(?:system\s+)?instructions?\s*:
    | \b(?:ignor(?:iere|ieren\s+sie|e|ez|a|ar)|vergi(?:ss|ß)|vergessen\s+sie|missachte|oublie[zr]?|olvid[ae]
        |esque[cç]a)\s+
        (?:(?:alle|toutes|todas|todos|as|les|las|die|deine)\s+){0,2}
        (?:(?:vorherigen|bisherigen|vorigen|früheren)\s+(?:anweisungen|regeln|vorgaben)
        |(?:instructions|consignes|r[eè]gles)\s+pr[eé]c[eé]dentes
        |(?:instrucciones|instru[cç][oõ]es|reglas|regras)\s+(?:anteriores|previas|pr[eé]vias))
    | 忽略[^。\n]{0,8}(?:指令|指示|提示) | (?:指示|命令)を(?:すべて)?無視 | игнорируй\w{0,20}\s+(?:все\s+)?предыдущие
    """.replace("VICTIM", _VICTIM)
_REMOTE = r"(?:https?://|\bgist\b|\bpastebin\b|\bbit\.ly\b|\b(?:raw|paste|transfer)\.\w)"
_HOST = r"""(?:https?://|\b(?:[a-z0-9-]{1,40}\.){2,4}[a-z]{2,6}\b
    |\b[a-z0-9-]{1,40}\.(?:com|net|org|io|dev|app|xyz|me)\b)"""
_RUN_IT = r"""(?:\b(?:run|execute|source|eval|evaluate|launch|start|apply|install)\s+
        (?:it|its|them|that|this|whatever|the\s+(?:result|output|response|answer|file|script|code))\b
    |\b(?:carry\s+out|follow|obey|do)\s+(?:what|its|the\s+(?:instructions|steps|commands|orders))\b)"""
_SHELL = r"\b(?:in)?to\s+(?:sudo\s+|a\s+|the\s+|your\s+)?(?:(?:ba|z|da|k|fi)?sh|shell|python3?|node|perl|ruby)\b"
_KEPT_SECRET = r"""(?:~/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|docker)|\.env\b(?!\.)|\bid_(?:rsa|ed25519)
    |\bcredentials?\s+file|\bhome\s+(?:folder|directory)\b|/etc/(?:passwd|shadow)
    |\bprivate\s+keys?\b|\benvironment\s+variables\b|\boutput\s+of\s+`?(?:env|printenv)\b
    |\bvalues?\s+of\s+\$?[A-Z_]{0,40}(?:TOKEN|SECRET|KEY|PASSWORD))"""
_NAMED_SECRET = r"""\b(?:credentials?|api\s+keys?|access\s+tokens?|passwords?|secrets|cookies
    |\w{1,30}_(?:token|secret|key|password))\b"""
_AWAY = r"\b(?:to|into|in|at)\s+(?:https?://|\S{1,64}@|(?:\w{1,20}\s+){0,3}(?:webhook|gist|pastebin|address)\b)"
_ANYWHERE = r"""\b(?:to|into|in|at|of)\s+(?:https?://|\S{1,64}@|(?:[\w-]{1,20}\s+){0,3}
    (?:webhook|gist|pastebin|server|pull\s+requests?|issues?|comments?|bod(?:y|ies)|channel|reports?|address
    |commit\s+messages?|repl(?:y|ies)|answers?)\b)"""
_SEND = r"""\b(?:send|post|upload|forward|leak|e-?mail|exfiltrate|copy|transmit|publish|include|paste|attach|append
    |put|print|mention|repeat|read|zip)\b"""
_DROP = r"""\b(?:ignore|disregard|forget|override|bypass|discard|dismiss|abandon|set\s+aside|drop|stop\s+following
    |(?:do\s+not|don'?t)\s+follow)\b"""
_FETCH = r"\b(?:download|fetch|get|pull|grab|retrieve|load|open|visit|browse|read|clone|curl|wget)\b"
_ASKED = r"\b(?:permission|confirmation|approval|consent)s?\s+(?:prompt|request|question|dialog|step|check)s?\b"
_EVERY = r"\b(?:all|every|any|each)\b"
_PERSON = r"\b(?:reviewer|user|human|maintainer|operator|owner|person)s?\b"
_OUTSIDE = ("://", "gist", "pastebin", "bit.ly", "raw.", "paste.", "transfer.")
_KEPT = ("~/.", ".env", "id_", "credential", "home ", "/etc/", "private", "environment", "output of", "value")
_NAMED = ("credential", "key", "token", "password", "secret", "cookie")
_ASKING = ("permission", "confirmation", "approval", "consent")


class OrderShape(NamedTuple):
    """Concepts of which a sentence has all, in this order."""

    words: tuple[str, ...]
    """A sentence without any of these has not all of them, which is quick to see."""
    concepts: tuple[str, ...]


_SHAPES = (
    # its instructions are to be dropped, or others to be believed
    OrderShape(
        ("claude.md", "agents.md", "gemini.md"),
        (_DROP, r"\b(?:CLAUDE|AGENTS|GEMINI)\.md\b", r"\b(?:and\s+(?:do|follow|obey|use|take)|replaces?|instead)\b"),
    ),
    OrderShape(
        ("wrote", "said", "told", "instructed", "ordered"),
        (_DROP, r"\b(?:everything|anything|all|what(?:ever)?)\b", r"\b(?:wrote|said|told|instructed|ordered)\b"),
    ),
    OrderShape(
        ("you got", "you have", "you had", "you were", "you received"),
        (_DROP, r"\b(?:instructions|guidelines|rules|prompt|training)\b", r"\byou\s+(?:got|have|had|were|received)\b"),
    ),
    OrderShape(
        ("nothing in",),
        (
            r"\bnothing\s+in\s+(?:the|your)\s+(?:system\s+prompt|instructions|rules)\b",
            r"\b(?:applies|counts|matters|holds)\b",
        ),
    ),
    OrderShape(
        ("safety", "security", "permission"),
        (
            r"\b(?:safety|security|permission)s?\s+(?:checks?|rules?|prompts?)\b",
            r"\b(?:are|is)\s+(?:off|disabled|lifted|gone)\b",
        ),
    ),
    OrderShape(
        ("override",),
        (r"\boverrides?\s+(?:anything|everything|whatever|all)\b", r"\b(?:tells?|told|says?|said|writes?|wrote)\b"),
    ),
    OrderShape(("forget",), (r"\bforget\s+(?:your|the)\s+(?:role|task|job|purpose|training)\b",)),
    OrderShape(
        ("you ",),
        (r"\byou\s+(?:no\s+longer|do\s+not|don'?t)\s+(?:need|have)\s+to\s+(?:follow|obey|respect|keep|listen)\b",),
    ),
    OrderShape(
        ("trust", "treat", "obey"),
        (
            r"\b(?:trust|treat|obey)\b",
            r"\b(?:instructions|commands|orders|requests|comments)\b",
            r"\bas\s+(?:if|though|orders|(?:the\s+)?(?:user|developer|owner)'?s)\b",
        ),
    ),
    OrderShape(
        ("pretend to be", "act as"),
        (
            r"""\b(?:pretend\s+to\s+be|act\s+as)\s+(?:the\s+|an?\s+)?(?:\w{1,20}\s+)?
            (?:admin\w{0,12}|root|owner|maintainer|developer|user|manager|human|person)\b""",
        ),
    ),
    OrderShape(("you are now",), (r"\byou\s+are\s+now\s+in\s+(?:\w{1,20}\s+)?mode\b",)),
    OrderShape(
        ("have no", "under no"),
        (r"\byou\s+(?:now\s+)?(?:have|are\s+under)\s+no\s+(?:\w{1,20}\s+)?(?:restriction|limit|limitation|rule)s?\b",),
    ),
    OrderShape(
        (
            "no longer",
            "not apply",
            "not count",
            "not hold",
            "not bind",
            "not matter",
            "n't apply",
            "n't count",
            "n't matter",
        ),
        (
            r"""(?:\b(?:safety|security|your|earlier|previous|prior)\s+(?:rule|instruction|guideline|restriction|limit)s?\b
            |\binstructions\b)""",
            r"\b(?:no\s+longer|do\s+not|don'?t)\s+(?:apply|count|hold|bind|matter)\b",
        ),
    ),
    OrderShape(
        ("instruction",),
        (
            r"\b(?:your|earlier|previous|prior)\s+(?:\w{1,20}\s+)?instructions?\s+(?:was|were|are)\b",
            r"\b(?:test|mistake|example|joke|void|outdated|wrong|replaced)\b",
        ),
    ),
    OrderShape(
        ("you were ", "you have been "),
        (
            r"\byou\s+(?:were|have\s+been)\s+(?:told|given|instructed)\b",
            r"\b(?:before|above|earlier|until|so\s+far)\b",
        ),
    ),
    OrderShape(("follow only", "obey only"), (r"\b(?:follow|obey)\s+only\s+(?:this|these|what|my)\b",)),
    OrderShape(
        ("what the", "what this", "what a", "whatever"),
        (
            r"""\b(?:do|obey|follow|execute)\s+(?:only\s+)?what(?:ever)?\s+(?:the|this|an?)\s+
            (?:comment|text|note|issue|page|website|file|gist|message)s?\b""",
        ),
    ),
    OrderShape(
        ("system:", "system :", "assistant:", "assistant :"),
        (
            r"""\b(?:system|assistant)\s*+:\s*+
            (?:new\s+instructions?|you\s+(?:will|must|are|shall|have)|ignore|your\s+(?:new|real))\b""",
        ),
    ),
    OrderShape(
        ("new instruction", "new system instruction"),
        (
            r"""\bnew\s+(?:system\s+)?instructions?\s+for\s+(?:the\s+|any\s+|all\s+)?
            (?:assistant|agent|model|ai|claude)s?\b""",
        ),
    ),
    OrderShape(
        ("override",),
        (r"\boverrides?\s+(?:the\s+|your\s+|all\s+)?(?:developer|user|maintainer|operator|owner)(?:s\b|'s?\b|s')",),
    ),
    OrderShape(
        ("order you", "command you", "instruct you", "authori"),
        (r"\bI\s+(?:hereby\s+)?(?:order|command|instruct|authori[sz]e)\s+you\b",),
    ),
    # something from outside is to be run
    OrderShape(_OUTSIDE, (_FETCH, _REMOTE, _RUN_IT)),
    OrderShape(_OUTSIDE, (_FETCH, _REMOTE, _SHELL)),
    OrderShape((*_OUTSIDE, "curl", "wget"), (r"\b(?:pipe|feed)\b", rf"(?:{_REMOTE}|\bcurl\b|\bwget\b)", _SHELL)),
    OrderShape(
        ("decode", "decrypt"),
        (r"\b(?:decode|decrypt)\b", r"\bbase64\b|\bhex\b|\brot13\b", rf"(?:{_RUN_IT}|{_SHELL})"),
    ),
    OrderShape(
        ("installer at", "installer from", "script at", "script from", "binary at", "binary from", "program from"),
        (r"\b(?:run|execute|launch)\b", r"\b(?:installer|script|binary|program)\s+(?:at|from)\b", _HOST),
    ),
    OrderShape(
        ("://",),
        (
            r"\b(?:install|run|execute)\b",
            r"https?://(?:\d|\S{1,200}\.(?:whl|sh|py|tgz|tar\.gz|exe|deb|zip|ps1|bat|rpm|dmg)\b)",
        ),
    ),
    OrderShape(
        _OUTSIDE,
        (
            r"\b(?:run|execute|follow|obey|do)\b",
            r"\b(?:commands?|script|code|instructions|steps)\s+(?:in|from|at|on|of)\b",
            _REMOTE,
        ),
    ),
    OrderShape(
        _OUTSIDE,
        (
            r"\b(?:evaluate|eval|run|execute)\b",
            r"\b(?:javascript|python|code|program)\b",
            r"\b(?:at|from|find)\b",
            _REMOTE,
        ),
    ),
    OrderShape(
        ("nc ", "ncat", "netcat", "socat", "/dev/tcp"),
        (r"(?:\b(?:nc|ncat|netcat|socat)\b|/dev/tcp/)", r"\b(?:shell|ba?sh|port)\b"),
    ),
    # secrets are to leave, or somebody is to be let in
    OrderShape(_KEPT, (_SEND, _KEPT_SECRET, _ANYWHERE)),
    OrderShape(_NAMED, (_SEND, _NAMED_SECRET, _AWAY)),
    OrderShape(
        ("authorized_keys",),
        (
            r"\b(?:add|append|put|write)\b",
            r"(?:\bmy\s+(?:\w{1,20}\s+)?key\b|\bssh-(?:rsa|ed25519)\b|\b(?:this|following)\s+key\b)",
            r"\bauthorized_keys\b",
        ),
    ),
    # nobody is to be asked
    OrderShape(
        _ASKING, (r"\b(?:accept|approve|grant|confirm|answer|say|click|skip|dismiss|suppress)\b", _EVERY, _ASKED)
    ),
    OrderShape(
        ("always ",),
        (r"\balways\s+(?:choose|pick|select|click|answer|press)\b", r"\b(?:allow|yes|accept|approve|permission)\b"),
    ),
    OrderShape(
        ("graduate", "approve", "accept"),
        (
            r"\b(?:graduate|accept|approve)\b",
            _EVERY,
            r"\b(?:candidate|proposal|suggestion|pull\s+request|change)s?\b",
        ),
    ),
    OrderShape(
        ("without ",),
        (
            r"\b(?:approve|resolve|resolved|accept|merge|run|graduate)\b",
            r"\bwithout\s+(?:reading|looking|checking|reviewing)\b",
        ),
    ),
    OrderShape(
        ("--dangerously", "bypasspermissions", "--trust"),
        (r"--dangerously-[a-z-]+|\bbypassPermissions\b|--trust-all-tools\b",),
    ),
    OrderShape(("yourself",), (r"\b(?:grant|give|allow)\s+yourself\b",)),
    OrderShape(
        ("without ",),
        (
            r"""\bwithout\s+(?:asking|waiting\s+for)\s+(?:(?:the\s+|a\s+|any\s+)?(?:user|person|human|developer|owner)
            |anyone|anybody|(?:for\s+)?(?:permission|approval|confirmation))\b""",
        ),
    ),
    OrderShape(
        ("approved", "agreed", "confirmed", "consented"),
        (
            r"\b(?:act|behave|proceed|continue|go\s+on|accept|approve)\b",
            r"\b(?:as\s+(?:if|though)|because|since|the)\b",
            _PERSON,
            r"\b(?:approved|agreed|confirmed|consented)\b",
        ),
    ),
    # somebody is to be told what is not so
    OrderShape(
        ("even ", "although", "regardless", "whether", "no matter", "whatever"),
        (
            r"\b(?:report|say|claim|pretend|state|assert|write|answer|tell|assure)\b",
            r"\b(?:passed|pass|passes|green|succeeded|successful|approved|reviewed|fine|well)\b",
            r"\b(?:even\s+(?:if|when|though)|although|regardless|whether\s+or\s+not|no\s+matter|whatever)\b",
        ),
    ),
    OrderShape(
        ("claim that", "pretend that"),
        (
            r"\b(?:claim|pretend)\s+that\b",
            r"\b(?:tests?|reviews?|checks?|build|person|human|users?|reviewer)\b",
            r"\b(?:passed|approved|agreed|reviewed|green|done|read|ran|run)\b",
        ),
    ),
    OrderShape(
        ("omit", "leave out", "drop"),
        (
            r"\b(?:omit|leave\s+out|drop)\b",
            r"\b(?:failed|failing|skipped|errors?)\b",
            r"\b(?:you|your|report|tell)\b",
        ),
    ),
    OrderShape(
        ("look",),
        (
            r"\blooks?\s+(?:as\s+(?:if|though)|like)\b",
            r"\b(?:wrote|written|approved|signed|reviewed|came\s+from)\b",
        ),
    ),
    # something is to stay unseen
    OrderShape(
        ("say so", "say that you", "say anything"),
        (r"\b(?:do\s+not|don'?t|never)\s+say\s+(?:so\b|that\s+you|anything\s+about)",),
    ),
    OrderShape(
        ("out of your", "from your", "out of the ", "from the re", "from the pull", "from the transcript"),
        (
            r"""\b(?:keep|leave|omit)\s+(?:any\s+mention\s+of\s+)?(?:this|it|that|these|them)\s+(?:\w{1,20}\s+)?
            (?:out\s+of|from)\s+(?:your\b|the\s+(?:report|pull\s+request|review|transcript)\b)""",
        ),
    ),
    OrderShape(
        ("nobody", "no one"),
        (
            r"""\b(?:nobody|no\s+one)\s+(?:needs?|has|must|may|should|will|ought)\s+(?:to\s+)?
            (?:know|notice|learn|hear|find\s+out)\b""",
        ),
    ),
    OrderShape(
        ("nobody", "no one"),
        (
            r"""\bso\s+(?:that\s+)?(?:nobody|no\s+one)\s+(?:\w{1,20}\s+)?
            (?:see|notice|know|find|learn|spot|realis|realiz)\w{0,4}\b(?!\s+(?:when|if|until|which)\b)""",
        ),
    ),
    OrderShape(
        ("without ",),
        (
            r"""\bwithout\s+(?:the\s+|your\s+)?
            (?:reviewer|maintainer|developer|owner|operator|human|anyone|anybody|user)s?\s+
            (?:noticing|knowing|finding\s+out|being\s+(?:told|asked|aware))\b""",
        ),
    ),
    OrderShape(
        ("secretly", "covertly", "stealthily", "unnoticed", "behind "),
        (r"\b(?:secretly|covertly|stealthily|unnoticed|behind\s+\w{1,20}\s+back)\b",),
    ),
    OrderShape(
        ("quietly", "silently"),
        (
            r"\b(?:disable|push|upload|commit|merge|install|send|bypass|turn\s+off|remove)\b",
            r"\b(?:quietly|silently)\b",
        ),
    ),
    OrderShape(
        ("the fact", "hide that", "conceal that", "cover up", "deny that"),
        (r"\b(?:hide|conceal|cover\s+up|deny)\s+(?:the\s+fact|that)\b",),
    ),
    OrderShape(
        ("evidence", "trace"),
        (r"\b(?:remove|destroy|hide|erase|delete)\s+(?:the\s+|all\s+|any\s+)?(?:evidence|traces?)\b",),
    ),
    OrderShape(
        ("show up", "appear", "be visible", "be seen"),
        (
            r"\b(?:not|never)\s+(?:show\s+up|appear|be\s+visible|be\s+seen)\b",
            r"\b(?:diff|review|pull\s+request|logs?|history|reports?|summary)\b",
            _PERSON,
        ),
    ),
    OrderShape(
        ("record ", "log this", "log it", "note this", "note it", "list this", "list it", "document this"),
        (
            r"\b(?:do\s+not|don'?t|never)\s+(?:record|log|note|list|document)\s+(?:this|it|that)\b",
            r"(?:\byour\b|\bto\s+the\s+(?:user|reviewer|developer)\b)",
        ),
    ),
    OrderShape(
        ("bring up", "talk about", "refer to", "point out"),
        (
            r"\b(?:do\s+not|don'?t|never)\s+(?:bring\s+up|talk\s+about|refer\s+to|point\s+out)\b",
            r"(?:\byour\b|\bto\s+the\s+(?:user|reviewer|developer)\b)",
        ),
    ),
    OrderShape(
        (" let ",),
        (
            r"""\b(?:do\s+not|don'?t|never)\s+let\s+(?:the\s+|your\s+|any\s+)?
            (?:(?:reviewer|maintainer|developer|human)s?\s+see
            |(?:user|person|reviewer|maintainer|developer|human|owner)s?\s+
                (?:know|notice|find\s+out|see\s+the\s+(?:output|diff|change|log)))\b""",
        ),
    ),
    OrderShape(
        ("history", "audit", "session log", "command log", "session record"),
        (
            r"\b(?:delete|clear|erase|wipe|remove|truncate|rewrite|amend|forge)\b",
            r"\b(?:shell|bash|command|audit|session|git)\s+(?:history|log|trail|record)s?\b",
            r"""\b(?:nobody|no\s+one|no\s+trace|when\s+you\s+are\s+done|afterwards|not\s+visible
            |after\s+(?:each|every|the)\s+session)\b""",
        ),
    ),
    OrderShape(
        ("so that", "so the ", "so your "),
        (
            r"\b(?:leave|keep|omit|hide|skip|do|remove)\b",
            r"\bso\s+(?:that\s+)?(?:the\s+|your\s+)?(?:reviewer|maintainer|owner|operator|human)s?\b",
            r"\b(?:not|never|cannot|won't)\s+(?:see|notice|know|find|learn|spot)\b",
        ),
    ),
    OrderShape(
        ("say nothing",),
        (r"(?:\A|[;,:]|\band)\s*+say\s+nothing\s+(?:about|of)\b", r"\b(?:you|your|report|summary|answer)\b"),
    ),
)
_SAID_BEFORE = 60
_PHRASE_WORDS = (
    "ignor", "disregard", "forget", "overrid", "bypass", "tell", "inform", "mention", "reveal", "disclos", "hide",
    "conceal", "without", "you", "curl", "wget", "iwr", "irm", "invoke-", "base64", "im_", "inst]", "sys", "secret",
    "credential", "key", "password", "token", ".env", "attention", "important", "note", "message", "instruction",
    "忽略", "指示", "命令", "игнор", "oublie", "vergi", "vergess", "olvid", "esque", "missachte",
)  # fmt: skip
"""Every phrase holds one of these; most commit subjects hold none, and a search for them is quick."""
_BY_WORD: dict[str, list[OrderShape]] = {}
for _shape in _SHAPES:
    for _word in _shape.words:
        _BY_WORD.setdefault(_word, []).append(_shape)
BETWEEN = "\n\0\n"
"""Put between texts that are searched together: no order goes across it."""


@cache
def _phrases() -> re.Pattern[str]:
    """Compiled when it is first needed: that takes longer than a whole listing may."""
    return re.compile(_PHRASES, re.VERBOSE | re.IGNORECASE)


@cache
def _forbids() -> re.Pattern[str]:
    """What stands before a concept that is forbidden: `never run with …`."""
    return re.compile(
        r"""(?:\bnever|\bnot|n't|\bcannot)\s+
    (?:(?!forget|hesitate|fail|omit|refuse|miss|wait|worry|and\b|but\b|then\b|just\b)\w{1,20}\s+){0,6}\Z""",
        re.IGNORECASE | re.VERBOSE,
    )


@cache
def _between_sentences() -> re.Pattern[str]:
    return re.compile(r"[.!?](?=[\s\"')])|\0|\n[ \t]*(?=[\n*#>-])")


@cache
def _compiled(shape: OrderShape) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(one, re.VERBOSE | re.IGNORECASE) for one in shape.concepts)


def has_orders(text: str) -> bool:
    """Whether the text speaks to an agent: drop the instructions, run this, keep it from the user."""
    if _found(text):
        return True
    if is_plain(text.replace(BETWEEN, "")):
        return False
    return any(_found(visible(part)) for part in text.split(BETWEEN) if not is_plain(part))


def order_in(text: str) -> str:
    """The words of the first order to an agent in a text; empty for none."""
    return " ".join((_found(text) or _found(visible(text))).split())


def is_plain(text: str) -> bool:
    """Whether a reader sees the words that are there, and nothing is hidden."""
    return text.isascii() and text.isprintable()


def _found(text: str) -> str:
    low = text.lower()
    if any(word in low for word in _PHRASE_WORDS) and (match := _phrases().search(text)):
        return match.group()
    shapes = dict.fromkeys(shape for word, listed in _BY_WORD.items() if word in low for shape in listed)
    if not shapes:
        return ""
    return next((order for sentence in _between_sentences().split(text) if (order := _in_order(sentence, shapes))), "")


def _in_order(sentence: str, shapes: Iterable[OrderShape]) -> str:
    """The words from the first concept to the last one of an order in a sentence; empty for none."""
    for shape in shapes:
        concepts = _compiled(shape)
        for first in concepts[0].finditer(sentence):
            if _forbids().search(sentence[max(first.start() - _SAID_BEFORE, 0) : first.start()]):
                continue
            if (end := _end(concepts, sentence, first.end())) >= 0:
                return sentence[first.start() : end]
            break
    return ""


def _end(concepts: tuple[re.Pattern[str], ...], sentence: str, at: int) -> int:
    """Where the last concept ends, if all after the first follow from a place on; else -1."""
    for concept in concepts[1:]:
        found = concept.search(sentence, at)
        if found is None:
            return -1
        at = found.end()
    return at

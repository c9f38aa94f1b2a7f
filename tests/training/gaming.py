"""Ways to game a brief: what people do who know that marks are given and do not know how."""

import re
from collections.abc import Callable

Way = Callable[[str], str]


def figures_everywhere(text: str) -> str:
    """A percentage into every sentence."""
    return _body(text, lambda line: re.sub(r"\. ", " (37%, 4,211 of 9,120). ", line))


def figures_in_a_row(text: str) -> str:
    """A paragraph of figures."""
    row = "Latency 45 ms, throughput 1,200 rps, errors 0.3%, cost $12k, uptime 99.95%, 31 services, 7 regions, 88% CPU."
    return text.replace("\n## Application", f"\n{row} {row.replace('4', '6')}\n\n## Application").replace(
        "\n## 4. Application", f"\n{row}\n\n## 4. Application"
    )


def measured_sentences(text: str) -> str:
    """Sentences in which every figure looks measured and is cited."""
    made = [
        f"Throughput of the service rose by {n}% in {n + 2} regions after the change was made [{n % 3 + 1}]."
        for n in range(11, 31)
    ]
    return _before_actions(text, " ".join(made))


def links_in_a_heap(text: str) -> str:
    """Forty sources."""
    return text.rstrip("\n") + "\n" + "".join(f"{n}. https://site{n}.example.com/report/{n}\n" for n in range(10, 50))


def heaps_of_citations(text: str) -> str:
    """Every source after every sentence."""
    return _body(text, lambda line: re.sub(r"\. ", " [1][2][3]. ", line))


def said_again(text: str) -> str:
    """The research once more, with other figures."""
    return _before_actions(
        text, "\n\n".join(re.sub(r"\d", "7", part) for part in re.findall(r"^[A-Z].{80,}$", text, re.M))
    )


def names_dropped(text: str) -> str:
    """Everybody who is somebody."""
    names = "Google, Amazon, Netflix, Uber, Stripe, Shopify, Meta, Apple, Microsoft, OpenAI and Datadog"
    return _before_actions(text, f"Leaders such as {names} do this. {names} agree. Experts at {names} confirm it.")


def because_chains(text: str) -> str:
    """Reasons for nothing."""
    return _before_actions(
        text, "It works because it is good because quality matters because value is important, but however also. " * 4
    )


def many_actions(text: str) -> str:
    """Twenty actions with an owner and a day."""
    acts = [f"- Owner {n}: improve KPI {n} by {n * 3}% until 2026-12-{n + 1:02}" for n in range(1, 21)]
    return re.sub(r"(?m)^(#+ .*action items.*)$", lambda found: "\n".join((found[1], *acts)), text, flags=re.IGNORECASE)


def big_words(text: str) -> str:
    """What says nothing, well."""
    return _before_actions(
        text,
        "We leverage best-in-class synergies to unlock robust, holistic value at scale. This is crucial and will"
        " significantly drive impact across the ecosystem. Strategic innovation is essential going forward.",
    )


def everything(text: str) -> str:
    """All of it."""
    for way in (figures_everywhere, heaps_of_citations, links_in_a_heap, names_dropped, many_actions, big_words):
        text = way(text)
    return text


def _body(text: str, change: Callable[[str], str]) -> str:
    lines = text.split("\n")
    return "\n".join(change(f"{line} ").rstrip() if len(line) > 60 else line for line in lines)


def _before_actions(text: str, more: str) -> str:
    return re.sub(r"(?im)^(#+ .*application.*)$", lambda found: f"{more}\n\n{found[1]}", text, count=1)


WAYS = (
    figures_everywhere, figures_in_a_row, measured_sentences, links_in_a_heap, heaps_of_citations, said_again,
    names_dropped, because_chains, many_actions, big_words, everything,
)  # fmt: skip

"""A training brief in which every part is, for tests that need one."""

WHOLE = """# [Gateway] Training Brief -- Cycle 3 (Competitive teardown)

**Foundation** | **analyze/evaluate**

## Part 1: Retrieval check
From memory:
1. Retries without jitter overload the limiter.
2. One bucket is kept for a client.
3. Timeouts are set twice.
- Recommendation: add jitter in `gateway/retry.py`
- **Open question:** who owns the bucket size?

## HEADLINE INSIGHT
One bucket a client
starves batch jobs [1].

## COMPETITIVE TEARDOWN
### Envoy
| rival | adopt |
|---|---|
| Envoy | jitter |

```
## Sources
```
<!-- ## Action items -->

## Application
### Tests
In `gateway/limits.py` the bucket is split.

## Critical Evaluation
### Risks
- a larger table
- #2 is slower
### Assumptions
- clients keep their keys
**How to test**
- replay a day

## ACTION ITEMS
- Ana, by 2026-12-01: measure

## Cross-vertical insight
- Insight for **infrastructure**: your balancer retries too.
- Question for infrastructure: which timeout does it use

## SOURCES
1. [Envoy docs](https://www.envoyproxy.io/docs) on retries
2. `gateway/limits.py:14`
[3] <https://example.org/a_(b)/>
"""


def brief(vertical: str, cycle: int, headline: str, towards: str = "web", *, more: str = "") -> str:
    """A whole brief of a vertical, different for each headline."""
    return f"""# [{vertical.capitalize()}] Training Brief -- Cycle {cycle} (Research brief)

**Foundation** | **remember/understand**

## Retrieval check
1. {headline} was not known before.
2. Clients retry at once.
3. The limiter has no test.
- Recommendation: split the bucket of {vertical}
- Open question: who owns it?

## Headline insight
{headline}

## Research brief
Envoy adds jitter to its retries, and its document says why [1]. {more}

## Application
`src/limits.py` keeps one bucket, so {vertical} waits for batch jobs [2].

## Critical evaluation
### Risks
- two buckets need twice the memory
- a client may change its key
- nobody watches the new one
### Assumptions
- clients keep their keys for a day
### How to test
- replay yesterday's requests against both

## Action items
- Ana, by 2026-12-01: measure how long batch jobs wait
- Ben, by 2026-12-08: split the bucket

## Cross-vertical insight
- Insight for {towards}: what waits in {vertical} looks slow in yours.
- Question for {towards}: which pages wait for {headline.split()[0]}?

## Sources
1. https://www.envoyproxy.io/docs/{vertical}
2. `src/limits.py:1`
3. https://example.org/{cycle}/retries
"""


MARKS = ("--score", "specificity=7", "--score", "evidence=6", "--score", "sources=8", "--score", "actionability=7",
         "--score", "depth=6")  # fmt: skip

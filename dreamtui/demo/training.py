"""What the shop's agents wrote in the last three nights: a good brief, a stuffed one, and one with parts missing."""

from collections.abc import Callable
from datetime import datetime

from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.training.curriculum.curriculum import CURRICULUM, Curriculum, Vertical, render
from dreamtui.training.nights.nights import record

VERTICALS = (
    Vertical("payments", "Charges, refunds, and what the provider answers.", "payments-lead", "payments"),
    Vertical("catalog", "What people find and look at: search, sizes, prices.", "catalog-lead", "catalog"),
    Vertical("operations", "Deploys, the database, and what is watched.", "operations-lead", "operations"),
)

PAYMENTS = """# [Payments] Training Brief -- Cycle 0 (Research brief)

**Foundation** | **remember/understand**

## Retrieval check
There is no earlier brief. From memory:
1. A second try of a charge once had a new key, and the provider charged twice.
2. A conflict at the provider means that the order is paid.
3. A refund of zero is no refund.
- Recommendation: a refund gets a key of its own, as a charge has one.
- Open question: how long does the provider keep a key?

## Headline insight
A refund that times out can be paid out twice, because `src/payments.py` gives only charges a key.

## Research brief
Stripe keeps an idempotency key for at least 24 hours and answers a second request with the first result [1]. Adyen
says the same of refunds, not only of charges [2]. Both advise one key for each business event, not for each request:
the order and what is done to it. `charge` does so; `refund` sends no key at all [3]. The two fixes of last spring
were both about charges, so nobody looked at refunds.

## Application
In `src/payments.py`, `refund` gets `key=f"order-{order}-refund"` and the same answer to a conflict as `charge`. In the
first week Alice adds a test in which the provider answers late and the refund is sent again: it fails today.
What changes is how many refunds are paid twice; the ledger of October can be searched for pairs to learn how many.

## Critical evaluation
### Risks
- An order that is refunded in two parts needs two keys; one key would swallow the second part.
- Keys expire: a refund that is tried again after two days is a new one for the provider.
- `int(total)` and `total` differ between charge and refund; the key hides which amount won.
### Assumptions
- Our provider treats refunds as it treats charges; its contract says so, its sandbox was not tried.
### How to test
- Send the same refund twice to the sandbox, a minute and then two days apart.

## Action items
- Alice, in the first week: a failing test for a refund that is sent twice.
- Bob, in the second week: search October's ledger for refunds of one order with the same amount.

## Cross-vertical insight
- Insight for operations: a deploy in the middle of a refund looks to us like a late answer.
- Question for operations: how long does a request live on when `make deploy` stops the old version?

## Sources
1. https://docs.stripe.com/api/idempotent_requests
2. https://docs.adyen.com/development-resources/api-idempotency
3. `src/payments.py:24`
"""

CATALOG = """# [Catalog] Training Brief -- Cycle 0 (Research brief)

**Foundation** | **remember/understand**

## Retrieval check
1. Search is 37% of all value.
2. 82% of leaders agree.
3. 4x growth is possible.
- Recommendation: invest 15% more.
- Open question: why not 20%?

## Headline insight
Best-in-class search drives 3.2x conversion, 41% engagement and 99.9% alignment by 2027.

## Research brief
The market grows 23% a year to 11.4 billion [1]. 73% of shoppers, 64% of buyers and 58% of users search [2]. Leaders see
12%, 18% and 27% [3]. Top sites have 5, 7 or 9 filters [4]. 2026 is the year of search [5]. See also [6] [7] [8].

## Application
We should reach 40% in 30 days, 60% in 60 days and 90% in 90 days with 3 sprints, 2 squads and 1 vision.

## Critical evaluation
### Risks
- 10% risk of delay.
- 20% risk of cost.
- 30% risk of scope.
### Assumptions
- 100% commitment.
### How to test
- Measure 25 KPIs in 5 dashboards.

## Action items
- Team, 2026: be 2x faster.
- Everybody, soon: 10 quick wins.

## Cross-vertical insight
- Insight for payments: 5 of 5 teams win with search.
- Question for payments: can we get to 100%?

## Sources
1. https://example.com/market
2. https://example.com/shoppers
3. https://example.com/leaders
4. https://example.com/filters
5. https://example.com/year
6. https://example.com/a
7. https://example.com/b
8. https://example.com/c
"""

OPERATIONS = """# [Operations] Training Brief -- Cycle 0 (Research brief)

**Foundation** | **remember/understand**

## Retrieval check
1. Deploys are made by hand from `main`.
2. `src/queue.py` drops jobs when the database is gone.

## Headline insight
`make deploy` waits for the database and for nothing else, so the first requests after a deploy meet a cold search.

## Research brief
The Site Reliability Workbook calls it readiness: a version gets requests once it can answer them [1]. `docs/deploy.md`
waits until the database answers [2]. `src/search.py` asks it for names with `ilike '%…%'`, which reads the whole table
the first time [3]; Alice took a cache for that back in the summer because it showed prices of the day before.

## Application
One search in the deploy step, before requests come: `make deploy` asks for two letters and waits for the answer. The
error rate of the first ten minutes, which we watch anyway, says whether that helps.

## Action items
- Dave, by the next deploy: one search before requests are let in.

## Cross-vertical insight
- Insight for catalog: the first search after a deploy reads the whole table.

## Sources
1. https://sre.google/workbook/canarying-releases/
2. `docs/deploy.md:4`
3. `src/search.py:7`
"""

NIGHTS = ((3, PAYMENTS), (2, CATALOG), (1, OPERATIONS))
"""The day before today on which each was written."""


def study(desk: Callable[[datetime], Desk], at: Callable[[int, str], datetime]) -> None:
    """Write the curriculum, and a brief a night; nobody has looked at them yet."""
    first = desk(at(4, "16:00"))
    change = Change(CURRICULUM, None, render(Curriculum(VERTICALS)))
    with first.store.writing(first.writer()) as transaction:
        transaction.apply(ChangeSet.of(change), "curriculum", verticals=[one.name for one in VERTICALS])
    for vertical, (day, text) in zip(VERTICALS, NIGHTS, strict=True):
        record(desk(at(day, "02:20")), text.encode(), vertical.name)

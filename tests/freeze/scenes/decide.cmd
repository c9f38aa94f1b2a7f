workspace: demo
dreamtui graduate 7d78
dreamtui graduate 7d78 --rationale " "
dreamtui graduate 7d78 --rationale "`src/auth.py` was fix-touched 5 times"
dreamtui graduate 7d78 --rule "Keep one table of bad tokens and run it in every change of `src/auth.py`." --rationale "Five fixes of src/auth.py in four weeks, each an input nobody had tested; one table of bad tokens would have caught them all."
dreamtui graduate 7d78 --rationale "again and again the same thing happened in src/auth.py, as the five commits say"
dreamtui show 7d78
dreamtui list --status graduated --json
dreamtui status
dreamtui sync --check
dreamtui sync --dry-run
dreamtui sync
dreamtui sync
dreamtui why CLAUDE.md:9
dreamtui reject 54fb --as wrong --rationale "The four commits fix four different screens that happen to share one file; no rule would have helped."
dreamtui reject 1317 --as not-now --until +3w --rationale "The worker is rewritten next sprint; look again when the new one has run for two weeks."
dreamtui reject 1317 --as sometime --rationale "x y z"
dreamtui reject 4b7d --until 2026-12-01 --rationale "A date alone says nothing of why; the rename was settled in the meeting."
dreamtui defer 35d8 --until 2w
dreamtui defer 35d8 --until yesterday
dreamtui defer nothing --until 2w
feed "The fee was charged twice because nobody keeps the key over retries; three people met it.\n" | dreamtui graduate 7590 --rationale - --json
dreamtui graduate i-55ba5f9ef2 --as note --rule "TimeoutError in test_pay means that the worker is not started." --rationale "Four sessions lost time to the same thing; the sentence says what to look at first."
dreamtui graduate i-e6e80bc22c --rule "Start the worker before test_pay." --rationale "Three sessions ran into it; with the worker started it has not come back since."
dreamtui reject i-398b9a42ff --rationale "That five sessions were about search says nothing an agent could do differently."
dreamtui accept m-0f7a4b1115 --rationale "Whoever deploys from home loses an hour on it; recalled in three different weeks."
dreamtui reject m-2fea4e525d --as wording --rationale "It should name the log folder; the words come from a chat and mislead."
dreamtui accept p-75e3fcc724 --rationale "Both files say the same of feedback branches; one of them was never opened."
dreamtui accept p-e29c1cdd80 --rationale "Node 22 has been on every machine since August."
dreamtui accept p-e29c1cdd80 --choose keep-b --rationale "Node 22 has been on every machine since August, the other note is from before."
dreamtui accept p-e29c1cdd80 --choose keep-b --acknowledge all --rationale "Node 22 has been on every machine since August, the other note is from before."
dreamtui accept p-6abefbf867 --acknowledge all --rationale "The freeze was over on Friday; the date in the note is the wrong one."
dreamtui reorganize accept p-aacd0c1fe3 --acknowledge all --rationale "Staging moved and one of the two notes still has the old host."
dreamtui reorganize reject p-c44420c239 --as wrong --rationale "The rule still holds: the payments file was fixed again last week."
dreamtui accept p-ded041c357 --only u-nothing --rationale "Only the first of the two changes says what we mean by a retry."
dreamtui accept p-ded041c357 --acknowledge all --rationale "Three notes on retries tell one story; the new one tells it in order."
dreamtui rerationale r-e9b3763d98 --rationale "Three more double charges since May, all from retries without a key; the rule stays." --extend-days 90
dreamtui retire d8e63b597a --rationale "The payments service moved into its own repository last week."
dreamtui retire n-2b42fd6195 --rationale "Webhooks are gone since the new provider."
dreamtui reopen 54fb
dreamtui reopen c6329f02bc
dreamtui reopen 7d78
dreamtui list --status all --json
dreamtui audit list
dreamtui audit verify --strict
dreamtui undo
dreamtui undo --rationale "Webhooks stay for the two old shops, as the provider said this morning."
dreamtui redo
dreamtui undo 0000 --rationale "There is no such decision, and that should be said."
dreamtui undo 7d78 --rationale "The sign-in service takes over next week, so the table goes there."
dreamtui undo d8e63b597a --rationale "It stays for the two old shops until the end of the year."
dreamtui sync
dreamtui audit verify --strict --json
dreamtui audit list --json
dreamtui audit export
dreamtui doctor
dreamtui status --json
git status --short

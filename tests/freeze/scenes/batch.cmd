workspace: demo
dreamtui reject 35d8 3b99 4b7d --rationale "All three are about the release in October, which was rolled back as a whole."
dreamtui reject 35d8 7f95 --rationale "One of the two is decided already, so nothing of this may happen."
dreamtui graduate 7d78 54fb --rationale "Both files were fixed again and again by three people; a test per fix is what the team agreed on."
dreamtui defer 1317 6a20 --until 2026-12-24
dreamtui list
at 2026-12-23T23:59:59Z
dreamtui list --status deferred
at 2026-12-24T00:00:00Z
dreamtui list --status deferred
at 2026-11-18T09:00:00Z
dreamtui undo --rationale "Defer was meant for one of the two only, as Carol said."
dreamtui undo --rationale "Two rules at once were too many; they come one by one after the release."
dreamtui undo --rationale "The October release is looked at again after all, on Thursday."
dreamtui redo
dreamtui redo
dreamtui audit list
dreamtui audit log
at 2026-12-20T09:00:00Z
dreamtui list
dreamtui status
dreamtui dream
dreamtui list --json
at 2027-06-20T09:00:00Z
dreamtui list
dreamtui status

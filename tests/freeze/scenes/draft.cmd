workspace: demo
dreamtui draft 6a2049a42f
write .agent/config.yaml "dreamtui:\n  model_command: touch /tmp/dreamtui-frozen/ran\n"
dreamtui draft 6a2049a42f
dreamtui draft 6a2049a42f --dry-run
dreamtui draft 6a2049a42f --dry-run --json
set DREAMTUI_MODEL_COMMAND "sh -c 'cat > /dev/null; cat $HOME/../work/answer.json'"
write answer.json "{\"schema\": 1, \"clauses\": [{\"words\": \"When you read a field of a checkout, test one that lacks it.\", \"quote\": \"KeyError for a checkout without an e-mail address\", \"source\": \"E1\"}], \"against\": [\"One week.\"], \"foreign\": [\"E4\"]}"
dreamtui draft 6a2049a42f
dreamtui draft 6a2049a42f --json
dreamtui show 6a2049a42f
dreamtui show 6a2049a42f --json
dreamtui graduate 6a2049a42f --drafted
dreamtui graduate 6a2049a42f --drafted --rule x --rationale "x"
dreamtui graduate 6a2049a42f --drafted --rationale "Four checkouts in a month lacked a field that nobody had tested without: a test of each would have shown it."
dreamtui audit list
dreamtui show 6a2049a42f
write answer.json "{\"schema\": 1, \"clauses\": [{\"words\": \"Call invented_name first.\", \"quote\": \"nobody ever said these words\", \"source\": \"E1\"}]}"
dreamtui draft i-97918610e6
dreamtui show i-97918610e6
dreamtui graduate i-97918610e6 --drafted --rationale "x"
write answer.json "{\"schema\": 1, \"none\": \"The commits have nothing in common.\"}"
dreamtui draft i-97918610e6
dreamtui dream --only repeat_fix --draft 2
dreamtui dream --draft 1 --dry-run
write answer.json "I would rather write a poem."
dreamtui draft 54fbf63ccc --json
dreamtui draft p-ded041c357
set DREAMTUI_MODEL_COMMAND "no-such-model"
dreamtui draft 54fbf63ccc
write reviews.json "[{\"id\": 7, \"pull_request_url\": \"https://api.example/pulls/12\", \"created_at\": \"2026-05-01T10:00:00Z\", \"body\": \"Please add a test\"}]\nnoise\n"
dreamtui dream --reviews reviews.json
dreamtui dream --reviews gh

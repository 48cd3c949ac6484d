module cascade.example/kit

go 1.25

require (
	github.com/google/uuid v1.6.0
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1
)

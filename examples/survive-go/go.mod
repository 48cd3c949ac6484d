module cascade.example/survive

go 1.25

require (
	cascade.example/kit v0.0.0
	github.com/google/uuid v1.6.0
)

require github.com/standard-webhooks/standard-webhooks/libraries v0.0.1 // indirect

replace cascade.example/kit => ../../packages/kits/go

module cascade.example/vectors

go 1.21

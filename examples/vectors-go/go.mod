module cascade.example/vectors

go 1.22

module gctest/asked

go 1.26

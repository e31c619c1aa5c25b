# Short names for the project's commands.
.PHONY: demo test quick bench lint fmt docs install
PREFIX ?= /usr/local

demo:
	tools/demo
test:
	tools/test
quick:
	tools/test --quick
lint:
	tools/setup
	tools/lint
fmt:
	tools/setup
	tools/lint --fix
bench:
	bench/run
docs:
	tools/make_docs
install:
	tools/setup --command
	cmake --preset app
	cmake --build --preset app
	cmake --install build/app --prefix $(PREFIX)

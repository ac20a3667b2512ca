# SPDX-License-Identifier: MIT
# The newcomer's door: installs what is missing, then lets CMake build in build/. `make help` lists what it can do.

BUILD  := build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)
FLAGS  ?=
export JOBS

# Warnings are errors here; for a compiler that knows more of them: make FLAGS=-DWGS_WERROR=OFF
CONFIGURE := scripts/build.sh $(BUILD) -DWGS_WERROR=ON

.DEFAULT_GOAL := all
.PHONY: all help demo test test-dawn asan lint format bench install clean distclean

all: ## build the command, build/wgsort
	@scripts/setup.sh build
	@$(CONFIGURE) -DWGS_BUILD_TESTS=OFF $(FLAGS)

demo: all ## sort the Arrow file that comes with the project, and show what happened
	@scripts/demo.sh $(BUILD)

test: ## build and run every test
	@scripts/setup.sh test
	@$(CONFIGURE) -DWGS_BUILD_TESTS=ON $(FLAGS)
	@cd $(BUILD) && ctest --output-on-failure --no-tests=error -j$(JOBS)

test-dawn: ## build with Dawn, a second WebGPU, in build/dawn, and run the library's tests on it
	@scripts/setup.sh dawn
	@scripts/build.sh $(BUILD)/dawn -DWGS_WEBGPU=dawn -DWGS_BUILD_TESTS=ON -DWGS_WERROR=ON -DWGS_BUILD_TOOLS=OFF \
		-DWGS_BUILD_BENCH=OFF -DWGS_INSTALL=OFF $(FLAGS)
	@cd $(BUILD)/dawn && ctest --output-on-failure --no-tests=error -j$(JOBS)

asan: ## build with address and undefined-behaviour sanitizers in build/asan, and run every test
	@scripts/setup.sh test
	@scripts/build.sh $(BUILD)/asan -DCMAKE_BUILD_TYPE=Debug -DWGS_BUILD_TESTS=ON -DWGS_WERROR=ON \
		-DWGS_SANITIZE=address,undefined $(FLAGS)
	@cd $(BUILD)/asan && ctest --output-on-failure --no-tests=error -j$(JOBS)

lint: ## check format, ASCII, SPDX lines and spelling, and run clang-tidy
	@scripts/setup.sh lint
	@$(CONFIGURE) -DWGS_BUILD_TESTS=ON $(FLAGS)
	@scripts/lint.sh all $(BUILD)

format: ## let clang-format write every C and C++ file
	@scripts/setup.sh lint
	@git ls-files '*.c' '*.h' '*.cc' | xargs clang-format -i

bench: all ## measure sorting on this machine
	@$(BUILD)/wgsort bench

install: all ## install under PREFIX (/usr/local)
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean: ## remove what was built, keep what was downloaded
	@find $(BUILD) -mindepth 1 -maxdepth 1 ! -name third_party -exec rm -rf {} +

distclean: ## remove all of build/
	@rm -rf $(BUILD)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

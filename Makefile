# SPDX-License-Identifier: MIT
# The newcomer's door: installs what is missing, then lets CMake build in build/. `make help` lists what it can do.

BUILD := build
JOBS  ?= $(shell nproc)
PREFIX ?= /usr/local
CMAKE_FLAGS ?=

# On a CI machine warnings are errors, and so they are in `make test`.
WERROR := $(if $(CI),ON,OFF)

.DEFAULT_GOAL := all
.PHONY: all help demo test lint asan bench install clean distclean

all: ## build the command, build/wgsort
	@scripts/setup.sh build
	@scripts/build.sh $(BUILD) -DWGS_BUILD_TESTS=OFF -DWGS_WERROR=$(WERROR) $(CMAKE_FLAGS)

test: ## build and run every test
	@scripts/setup.sh test
	@scripts/build.sh $(BUILD) -DWGS_BUILD_TESTS=ON -DWGS_WERROR=ON $(CMAKE_FLAGS)
	@cd $(BUILD) && ctest --output-on-failure --no-tests=error -j$(JOBS)

clean: ## remove what was built, keep what was downloaded
	@find $(BUILD) -mindepth 1 -maxdepth 1 ! -name third_party -exec rm -rf {} +

distclean: ## remove all of build/
	@rm -rf $(BUILD)

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

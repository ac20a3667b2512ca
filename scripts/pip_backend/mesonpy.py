# SPDX-License-Identifier: MIT
"""A build backend that builds nothing.

pip asks the backend of a source package for its metadata even when it shall only download the package. This one
answers in place of the real backend, which would need a compiler and half a dozen packages more.
"""

import os


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name, version = _name()
    info = f"{name}-{version}.dist-info"
    os.mkdir(os.path.join(metadata_directory, info))
    with open(os.path.join(metadata_directory, info, "METADATA"), "w", encoding="ascii") as metadata:
        metadata.write(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return info


def _name():
    """Name and version of the package in the current folder, as its PKG-INFO gives them."""
    with open("PKG-INFO", encoding="utf-8") as info:
        fields = dict(line.rstrip("\n").split(": ", 1) for line in info if line.startswith(("Name: ", "Version: ")))
    return fields["Name"], fields["Version"]

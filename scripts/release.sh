#!/bin/bash
# release.sh builds the release files in bin/release: for Linux on amd64 and arm64 an archive and a Debian package, software
# bills of materials, the licences, and checksums. It builds the commit twice, in clean clones in two folders, the second
# time with an empty build cache, and fails if a byte differs.
#
#	release.sh           both builds and the comparison
#	release.sh build TO  a single build of the current folder
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C TZ=UTC CGO_ENABLED=0
umask 022

# The same GOFLAGS as in the Makefile, so that its build cache is used.
export GOFLAGS='-trimpath -buildvcs=false -ldflags=-s -vet=off'
most=$((30 * 1000 * 1000)) # bytes of an archive
architectures='amd64 arm64'

packed() { # packed FOLDER: the folder's archive, without what differs between machines
	tar --create --sort=name --format=ustar --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner "$1" | xz -9 -T1
}

# pack creates the archive and the Debian package from bin/. Most of the time is spent in xz, on one core.
pack() {
	local name="shanmen-$version-linux-$1" deb="$to/shanmen_${version}_$1.deb"
	(cd bin && packed "$name") >"$to/$name.tar.xz"
	ARCH=$1 VERSION=$version FOLDER=bin/$name DEPLOY=bin/$name/deploy \
		bin/tools/nfpm package --config tools/release/nfpm.yaml --packager deb --target "$deb"
	node scripts/pack-deb.mjs "$deb"
}

build() {
	local to=$1 version commit name folder sums
	version=$(cat VERSION)
	commit=$(git rev-parse --short=8 HEAD)
	SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
	export SOURCE_DATE_EPOCH
	mkdir -p "$to" bin/tools
	make --silent web/packed/ssr.js.gz internal/platform/document/font/lxgw-wenkai.ttf
	(cd tools/release && npm ci --no-audit --no-fund --ignore-scripts --omit=optional --loglevel=error)
	(cd tools/release && go build -o ../../bin/tools/ github.com/goreleaser/nfpm/v2/cmd/nfpm github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod)
	cp internal/base/licences/licences.txt "$to/LICENCES.txt"
	local packing=()
	for arch in $architectures; do
		name="shanmen-$version-linux-$arch"
		folder="bin/$name"
		rm -rf "$folder"
		mkdir -p "$folder"
		GOARCH=$arch GOOS=linux go build -ldflags "-s -X shanmen.commit=$commit" -o "$folder/shanmen" ./cmd/shanmen
		cp "$to/LICENCES.txt" CHANGELOG.md SECURITY.md "$folder/"
		cp -r "${DEPLOY:-deploy}" "$folder/deploy"
		GOARCH=$arch GOOS=linux GOFLAGS='' bin/tools/cyclonedx-gomod app -json -noserial -std -main cmd/shanmen -output "$to/$name.go.cdx.json" .
		pack "$arch" &
		packing+=($!)
	done
	for each in "${packing[@]}"; do wait "$each"; done
	(cd web && ../tools/release/node_modules/.bin/cyclonedx-npm --package-lock-only --omit dev --output-reproducible \
		--output-format JSON --output-file "$to/shanmen-$version.npm.cdx.json")
	node scripts/sbom.mjs "$to"/*.cdx.json
	sums=$(cd "$to" && sha256sum -- *)
	printf '%s\n' "$sums" >"$to/SHA256SUMS"
}

if [ "${1:-}" = build ]; then
	build "$(realpath -m "$2")"
	exit
fi

[ -z "$(git status --porcelain)" ] || { echo 'release: the working tree has uncommitted changes' >&2; exit 1; }
for program in xz tar sha256sum; do
	command -v "$program" >/dev/null || { echo "release: $program is not installed" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
commit=$(git rev-parse HEAD)
for try in one another-of-a-longer-name; do
	started=$SECONDS
	git clone --quiet --no-checkout . "$work/$try"
	git -C "$work/$try" checkout --quiet --detach "$commit"
	[ "$try" = one ] || export GOCACHE="$work/cache"
	"$work/$try/scripts/release.sh" build "$work/made-$try" >&2
	echo "built in $((SECONDS - started)) s"
done
if ! diff -r "$work/made-one" "$work/made-another-of-a-longer-name"; then
	echo 'release: the two builds of the commit differ' >&2
	exit 1
fi
echo 'the two builds of the commit, in two folders, are identical'
rm -rf bin/release
mkdir -p bin
mv "$work/made-one" bin/release
cd bin/release
sha256sum --quiet --check SHA256SUMS
wc -c -- *
for file in *.tar.xz *.deb; do
	[ "$(wc -c <"$file")" -le "$most" ] || { echo "release: $file is larger than $most bytes" >&2; exit 1; }
done

#!/bin/sh
# insum-rewrite.sh FOLDER COMPILER FLAGS... -o OBJECT -c SOURCE
# Stands in for the compiler where add_insum_sources() has a source rewritten; see the note at the end of Insum.cmake.
# FOLDER has the file `settings`, or CONFIG.settings for each configuration: the program insum, the source, the
# rewritten file, a target or nothing, then the options of insum, the last one first.
set -u
folder=$1
shift 2

object='' depfile='' previous=''
for word; do
  case $previous in
    -o) object=$word ;;
    -MF) depfile=$word ;;
  esac
  previous=$word
done

settings=$folder/settings
for candidate in "$folder"/*.settings; do
  config=${candidate##*/}
  config=${config%.settings}
  case $object in
    *".dir/$config/"*) settings=$candidate ;;
  esac
done

{
  IFS= read -r tool
  IFS= read -r source
  IFS= read -r output
  IFS= read -r target
  set -- -- ${target:+"$target"} "$@"
  while IFS= read -r word; do
    if [ -n "$word" ]; then set -- "$word" "$@"; fi
  done
} <"$settings" || exit 1

"$tool" rewrite "$source" "--output=$output" "--depfile=${depfile:-$object.d}" "$@" || exit $?

# The words, this script and the program (which may be a wrapper) join the first rule: CMake reads no other for Makefiles.
escape() { printf '%s' "$1" | sed -e 's/[ #]/\\&/g' -e 's/\$/$$/g'; }
if [ -n "$depfile" ]; then
  # Ninja knows a program that it builds itself by its path from the build folder, where this script runs.
  if [ -f build.ninja ]; then tool=${tool#"$(pwd)/"}; fi
  {
    IFS= read -r first
    printf '%s: %s %s %s %s\n' "$(escape "$output")" "$(escape "$settings")" "$(escape "$0")" "$(escape "$tool")" \
      "${first#*: }"
    cat
  } <"$depfile" >"$depfile.new" && mv "$depfile.new" "$depfile" || exit 1
fi
cp "$output" "$object"

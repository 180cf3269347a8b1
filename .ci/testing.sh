# shellcheck shell=bash
# `./kakutei test`, sourced by ./kakutei: which tests run in which pass, and what their reports say.
#
# default tier   everything without the tags "docker" and "proof"; two modules at a time
# proofs         the tests tagged "proof", one at a time, when nothing else runs
# slice          those proofs that can run in part (tag "slice"), the part chosen by a seed

sweep=$root/docs/proof/sweep.txt

# Reads a build's output and says, in a line each, which module is at work and how its tests went.
progress() {
  local line module='' erase='' started=$SECONDS
  [ -t 2 ] && erase=$'\r\033[K'
  while IFS= read -r line; do
    case $line in
      '[INFO] Building Kakutei :: '*)
        module=${line#*:: }
        say "$erase  ${module%% *}…"
        ;;
      '[INFO] Running '*) [ -z "$erase" ] || printf '%s' "$erase    ${line#*Running }" >&2 ;;
      *'Tests run: '*'Time elapsed: '*) ;; # one class; the module's sum follows
      *'Tests run: '*) say "$erase  a module's ${line#*] } (at $((SECONDS - started)) s)" ;; # Maven does not say which one
      '> Task :'*':test' | '> Task :'*':test '*) say "  ${line#> Task } (at $((SECONDS - started)) s)" ;;
      '[ERROR] '*'.java:['* | *'.java:'*': error: '* | *'format violations'*) say "$erase  $line" ;;
      '[INFO] Kakutei '*SKIPPED*) say "  not reached: ${line#*:: }" ;;
    esac
  done
  printf '%s' "$erase" >&2
}

# Reads JUnit reports. Prints, with tabs between, a line for each test that failed, "failed CLASS METHOD TYPE FILE MESSAGE",
# a line for each that was skipped, "skipped CLASS METHOD REASON", and last "sum PASSED FAILED SKIPPED".
read_reports() {
  awk '
    function attribute(name) { return match($0, " " name "=\"[^\"]*\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : "" }
    function plain(text) {
      gsub(/&#10;|&#9;|&#13;/, " ", text); gsub(/&lt;/, "<", text); gsub(/&gt;/, ">", text)
      gsub(/&quot;/, "\"", text); gsub(/&apos;/, "\047", text); gsub(/&amp;/, "\\&", text)
      gsub(/org.opentest4j.TestAbortedException: /, "", text)
      return substr(text, 1, 300)
    }
    BEGIN { RS = ">"; OFS = "\t" }
    FNR == 1 { suite = 0; inside = 0; reasoning = 0 }
    { sub(/^[ \t\r\n]+/, "") }
    !suite && /^<testsuite[ \t\r\n]/ {
      gsub(/[\t\r\n]/, " ")
      suite = 1
      bad = attribute("failures") + attribute("errors")
      failed += bad; skipped += attribute("skipped")
      passed += attribute("tests") - bad - attribute("skipped")
    }
    inside && /^<(failure|error)[ \t\r\n\/]?/ {
      gsub(/[\t\r\n]/, " ")
      print "failed", class, method, attribute("type"), FILENAME, plain(attribute("message"))
    }
    reasoning {
      # a failed assumption: its reason is the first line of the text, not an attribute
      reasoning = 0
      sub(/^<!\[CDATA\[/, ""); sub(/\r?\n.*/, ""); sub(/]]$/, "")
      print "skipped", class, method, plain($0)
    }
    inside && /^<skipped[ \t\r\n\/]?/ {
      gsub(/[\t\r\n]/, " ")
      reasoning = attribute("message") == "" && !/\/$/
      if (!reasoning) print "skipped", class, method, plain(attribute("message"))
    }
    { inside = 0 }
    /^<testcase[ \t\r\n]/ {
      gsub(/[\t\r\n]/, " ")
      inside = !/\/$/
      class = attribute("classname"); method = plain(attribute("name"))
    }
    END { print "sum", passed + 0, failed + 0, skipped + 0 }
  ' "$@"
}

# Surefire's patterns for the tests of some modules: the folders under dev/kakutei they have tests in.
patterns() {
  local module folder
  for module in "$@"; do
    for folder in "$root/$(module_folder "$module")"/src/test/java/dev/kakutei/*/; do
      if [ -d "$folder" ]; then printf '%s' "dev/kakutei/$(basename "$folder")/**/*Test,"; fi
    done
  done
}

sweep_classes() { sed -n 's/^\([A-Z][A-Za-z]*\).*/\1/p' "$sweep" | sort; }

# The classes of the sweep (docs/proof/sweep.md), each with its test methods and the cases in its report.
record_sweep() {
  local name source report cases
  for name in $(sweep_classes); do
    source=$(find "$root" -path '*/src/test/java/*' -name "$name.java" | head -n 1)
    report=$(find "$work/reports" -name "TEST-*.$name.xml" | head -n 1)
    cases=0
    [ -z "$report" ] || cases=$(read_reports "$report" | awk '/^sum/ { print $2 }')
    echo "$name $(grep -cE '^ +@(Test|ParameterizedTest|TestFactory|RepeatedTest|Property|Example)\b' "$source" || true) $cases"
  done >"$work/sweep"
  { grep '^#' "$sweep" && cat "$work/sweep"; } >"$work/sweep.txt"
  mv "$work/sweep.txt" "$sweep"
  say "the counts are in $sweep; the page is printed from them by: mvn -pl :e2e -am test -Dtest=SweepPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dkakutei.docs=write"
}

# Runs one pass, and sets `summary` to what its reports say: run_pass NAME ARGUMENT…. The reports are kept in
# reports/NAME, because the next pass may write over them. `broken` is set where the build ended otherwise than by its tests.
run_pass() {
  local name=$1 module file files=() log=$work/test-$1.log
  shift
  lock
  let_go
  for module in $(modules); do rm -rf "${root:?}/$module/$reports"; done
  rm -rf "$work/reports/$name"
  say "testing with $tool: $name (log: $log)"
  broken=
  "$tool" "$@" 2>&1 | tee "$log" | progress || broken=yes
  for module in $(modules); do
    for file in "$root/$module/$reports"/TEST-*.xml; do
      [ -f "$file" ] || continue
      mkdir -p "$work/reports/$name/${module##*/}"
      cp "$file" "$work/reports/$name/${module##*/}/"
      files+=("$work/reports/$name/${module##*/}/$(basename "$file")")
    done
  done
  unlock
  if [ ${#files[@]} -eq 0 ]; then summary=$'sum\t0\t0\t0'; else summary=$(read_reports "${files[@]}"); fi
  # A test JVM that died leaves no report, only an error in the log. A failed test is an error in the log as well.
  if grep -qE 'The forked VM terminated|There was a timeout in the fork' "$log"; then broken=yes; fi
  if [[ $summary != *failed$'\t'* ]] && grep -q '^\[ERROR\]' "$log"; then broken=yes; fi
  if [ -n "$broken" ]; then
    grep -E '^\[ERROR\] [^[:space:]]|error:|went wrong|^> [^T]' "$log" | head -n 15 || tail -n 15 "$log"
    echo "failed: the build itself, outside the tests; see $log"
  fi
}

# Adds a pass's sums and failures to those of the whole run.
add_pass() {
  local p f s
  IFS=$'\t' read -r _ p f s <<<"$(tail -n 1 <<<"$summary")"
  passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
  [ -z "$broken" ] || failed=$((failed + 1))
  findings+=$(grep -E $'^(failed|skipped)\t' <<<"$summary" || true)$'\n'
}

# End-to-end tests share the machine with everything else that runs on it. A class of theirs that failed runs once more, alone;
# what passes then is reported as flaky, with both reports. A broken promise is never a matter of load: it is not tried again.
retry_e2e() {
  local classes count name=$1-again first=$summary
  classes=$(awk -F '\t' '
    $1 == "failed" && $2 ~ /^dev\.kakutei\.e2e\./ { failed[$2]; if ($4 ~ /PromiseViolation/) never[$2] }
    END { for (class in failed) if (!(class in never)) print class }' <<<"$summary" | sort)
  count=$(grep -c . <<<"$classes" || true)
  if [ "$count" -eq 0 ] || [ "$tool" != maven ] || [ -n "$broken" ]; then return; fi
  if [ "$count" -gt 3 ]; then
    say "$count end-to-end classes failed: too many to be chance, none runs again"
    return
  fi
  say "these end-to-end classes failed and run once more, alone: ${classes//$'\n'/ }"
  run_pass "$name" "${alone[@]}" -Dtest="$(paste -sd, - <<<"$classes")"
  local class before p f s bad
  IFS=$'\t' read -r _ p f s <<<"$(tail -n 1 <<<"$first")"
  for class in $classes; do
    before=$(awk -F '\t' -v class="$class" '$1 == "failed" && $2 == class { print $5; exit }' <<<"$first")
    if [ -n "$broken" ] || grep -qF $'failed\t'"$class"$'\t' <<<"$summary" ||
      ! [ -f "${before/reports\/$1/reports\/$name}" ]; then
      echo "failed twice: $class (reports: $before, ${before/reports\/$1/reports\/$name})"
      continue
    fi
    bad=$(grep -cF $'failed\t'"$class"$'\t' <<<"$first")
    f=$((f - bad)) p=$((p + bad)) flaky=$((flaky + bad))
    flaky_lines+="flaky: $class, $bad failed at first (reports: $before, then ${before/reports\/$1/reports\/$name})"$'\n'
    first=$(grep -vF $'failed\t'"$class"$'\t' <<<"$first")
  done
  broken=
  summary=$(sed '$d' <<<"$first")$'\n'$'sum\t'"$p"$'\t'"$f"$'\t'"$s"
}

report_findings() {
  awk -F '\t' '
    $1 == "failed" { print "failed: " $2 "." $3 " (" $5 ")" ($6 == "" ? "" : ": " $6) }
    $1 == "skipped" { reason = $4 == "" ? "no reason given" : $4; count[reason]++ }
    END { for (reason in count) print "skipped " count[reason] ": " reason }' <<<"$findings"
  awk -F '\t' '$1 == "failed" { print $2 "\t" $3 "\t" $5 }' <<<"$findings" >"$work/failed"
  if [ "$flaky" -gt 0 ]; then
    printf '%s' "$flaky_lines"
    echo "$flaky flaky"
  fi
}

# The tests that failed last time, as Surefire wants them: Class#method, or the class where a method has no plain name.
failed_tests() {
  awk -F '\t' '
    { method = $2; sub(/[^A-Za-z0-9_$].*/, "", method)
      print method ~ /^[a-z]/ ? $1 "#" method "*" : $1 }' "$work/failed" | sort -u | paste -sd, -
}

run_tests() {
  local module all mode=default seed='' started=$SECONDS
  all=$(modules | sed 's:.*/::')
  case ${1:-} in
    --all | --failed | --slice | --sweep)
      mode=${1#--}
      shift
      ;;
    -*) fail "no such option of test: $1. There are --all, --failed, --slice [SEED] and --sweep." ;;
  esac
  if [ "$mode" = slice ]; then
    seed=${1:-$(date +%s)}
    [ $# -eq 0 ] || shift
    [[ $seed =~ ^[0-9]+$ ]] || fail "the seed is a whole number, not '$seed'"
  fi
  case $mode in
    default | all) ;;
    *) [ $# -eq 0 ] || fail "--$mode is of all modules" ;;
  esac
  for module in "$@"; do
    case " ${all//$'\n'/ } " in
      *" $module "*) ;;
      *) fail "there is no module '$module'. There are: ${all//$'\n'/, }" ;;
    esac
  done

  # What the passes have in common. A failed test must not hide the modules that come after; the reports are counted.
  local usual=() alone=() proofs=() full=(-Dkakutei.depth=full)
  case $tool in
    maven)
      local common=(-fae -Dmaven.test.failure.ignore=true -Dsurefire.failIfNoSpecifiedTests=false verify)
      # Two modules at a time: most tests wait for something most of the time.
      usual=(-T 2 "${common[@]}")
      alone=(-T 1 "${common[@]}" -Dtest.forks=1 -Dtest.timeout=5400 -DexcludedGroups=docker)
      proofs=("${alone[@]}" -Dgroups=proof)
      if [ $# -gt 0 ]; then
        [ -n "$(patterns "$@")" ] || fail "no tests in: $*"
        # What a module needs is built with it, but only its own tests run.
        local only=(-pl "$(IFS=,; echo "${*/#/:}")" -am "-Dtest=$(patterns "$@")")
        usual+=("${only[@]}") proofs+=("${only[@]}")
      fi
      ;;
    gradle)
      local tasks=()
      case $mode in
        sweep | failed) fail "--$mode needs Maven; with Gradle: ./kakutei test --all" ;;
      esac
      for module in ${*:-$all}; do tasks+=(":$module:test"); done
      usual=(--continue "${tasks[@]}")
      alone=(--continue --max-workers=1 -PexcludedGroups=docker)
      proofs=("${alone[@]}" -Pgroups=proof "${tasks[@]}")
      ;;
  esac

  local summary broken findings='' flaky_lines='' passed=0 failed=0 skipped=0 flaky=0
  case $mode in
    default)
      run_pass default "${usual[@]}"
      retry_e2e default
      add_pass
      ;;
    all)
      run_pass default "${usual[@]}" "${full[@]}"
      retry_e2e default
      add_pass
      run_pass proofs "${proofs[@]}" "${full[@]}"
      add_pass
      ;;
    slice)
      echo "the slice of the proofs with seed $seed; to run it again: ./kakutei test --slice $seed"
      case $tool in
        maven) run_pass slice "${alone[@]}" -Dgroups=slice -Dkakutei.slice="$seed" ;;
        gradle) run_pass slice "${alone[@]}" -Pgroups=slice -Dkakutei.slice="$seed" test ;;
      esac
      add_pass
      ;;
    failed)
      [ -f "$work/failed" ] || fail 'no tests have run in this folder yet: ./kakutei test'
      if ! [ -s "$work/failed" ]; then
        echo 'nothing failed in the last run'
        return 0
      fi
      run_pass failed "${alone[@]}" "${full[@]}" "-Dtest=$(failed_tests)"
      add_pass
      ;;
    sweep)
      run_pass sweep "${alone[@]}" "${full[@]}" "-Dtest=$(sweep_classes | paste -sd, -)"
      add_pass
      ;;
  esac

  report_findings
  if [ $((passed + failed)) -eq 0 ]; then
    echo "failed: no test ran; the logs are in $work"
    failed=1
  fi
  [ "$mode" != sweep ] || [ "$failed" -ne 0 ] || record_sweep
  say "took $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s"
  if [ "$skipped" -eq 0 ]; then skipped=''; else skipped=", $skipped skipped"; fi
  echo "$passed passed, $failed failed$skipped"
  [ "$failed" -eq 0 ]
}

# Reads what `cargo test -- --show-output` says, passes on all but what tests print that succeed, and closes with what was
# left out: each test that prints "skipped: why", and why. It is an error where `nothing_left_out` is set, save for reasons
# that match `excused`.

# What was printed stands between the first such line and the second, behind which the names are.
/^successes:$/ { part++; test = "?"; next }
part == 2 && /^(failures:|test result:)/ { part = 0; print "" }
!part { print; fflush(); next }

/^---- .* stdout ----$/ { test = substr($0, 6, length($0) - 17); next }
/^skipped: / {
  why = substr($0, 10)
  # A test may say so more than once.
  if (!((test, why) in seen)) { seen[test, why] = 1; count[why]++; tests[test] = 1 }
}

END {
  for (test in tests) left_out++
  if (!left_out) { print "\nNo test was left out."; exit }
  printf "\n%d tests were left out:\n", left_out
  for (why in count) {
    could = nothing_left_out != "" && (excused == "" || why !~ excused)
    if (could) is_wrong = 1
    printf "  %3d  %s%s\n", count[why], why, could ? "  <- could have been had here" : ""
  }
  exit is_wrong
}

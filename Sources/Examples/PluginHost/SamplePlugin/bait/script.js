// A script that another port must not run.

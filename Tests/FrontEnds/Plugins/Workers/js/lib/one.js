var one = "one";

verdict.meet("written");

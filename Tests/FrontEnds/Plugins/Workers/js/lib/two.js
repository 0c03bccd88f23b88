var two = "two";

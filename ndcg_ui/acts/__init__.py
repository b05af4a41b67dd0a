"""What a person does, one pure function each: from a link and an act to what is shown then."""

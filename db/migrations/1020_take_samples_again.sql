-- The planner's statistics hold values of columns: a function of the owner takes new samples after an erasure.

create function maintain_samples(of_table text) returns void language plpgsql as
  $$ begin execute format('analyze %I', of_table); end $$;

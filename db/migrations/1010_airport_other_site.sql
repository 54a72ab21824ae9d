-- Where an airport code stood before it moved, or where the flights of a closed airport have gone.

alter table airport add column if not exists other_site jsonb;

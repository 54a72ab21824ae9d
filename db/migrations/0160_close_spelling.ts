/** Close spellings of places, by trigrams; the thresholds belong to the functions, so that no session has to set them. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    comment on column city_key.weight is 'place among all cities by population, name and id: the smaller the sooner';
    comment on column airport_key.weight is 'place among all airports by size, name and code: the smaller the sooner';

    create function close_cities(asked text, most int) returns table (ref bigint, close real, weight int)
    language sql stable set pg_trgm.similarity_threshold = 0.45 as $$
      select k.ref, max(similarity(k.key, asked)), min(k.weight) from city_key k
      where k.kind in (1, 3) and k.key % asked
      group by k.ref order by 2 desc, 3 limit most
    $$;

    create function close_airports(asked text, most int) returns table (ref text, close real, weight int)
    language sql stable set pg_trgm.word_similarity_threshold = 0.5 as $$
      select k.ref, max(word_similarity(asked, k.key)), min(k.weight) from airport_key k
      where k.kind in (1, 2, 3) and asked <% k.key
      group by k.ref order by 2 desc, 3 limit most
    $$;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function close_cities(text, int); drop function close_airports(text, int)')
}

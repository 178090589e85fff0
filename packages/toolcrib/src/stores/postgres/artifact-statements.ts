/** How many bytes every block has but the last one. A released version has written rows of this size. */
export const BLOCK_BYTES = 65_536;

const digestOf = (id: string) => `sha256(convert_to(${id}, 'UTF8'))`;

const addBlocks = (content: string) => `insert into toolcrib_artifact_blocks (content, position, bytes)
    select ${content}, $2::integer + step, substring($3::bytea from step * ${BLOCK_BYTES} + 1 for ${BLOCK_BYTES})
    from generate_series(0, $4::integer - 1) step`;

/** Content, first position, bytes, number of blocks, id, type, length, time. No row if the id is taken. */
export const insertWhole = `with added as (
    insert into toolcrib_artifacts (content, id_digest, id, mime_type, byte_length, stored_at)
    values ($1, ${digestOf('$5')}, $5, $6, $7, $8)
    on conflict (id_digest) do nothing returning content
  ), written as (
    ${addBlocks('(select content from added)')} where exists (select from added)
  )
  select content from added`;

/** Content, id, type, time. No row if the id is taken. What was begun is invisible. */
export const insertBegun = `insert into toolcrib_artifacts (content, id, mime_type, byte_length, stored_at)
  select $1::uuid, $2::text, $3::text, 0, $4::double precision
  where not exists (select from toolcrib_artifacts where id_digest = ${digestOf('$2::text')})
  returning content`;

/** Content, first position, bytes, number of blocks. */
export const insertBlocks = addBlocks('$1::uuid');

/** Content, length. No row if it was removed meanwhile; code 23505 if the id was taken meanwhile. */
export const finishBegun = `update toolcrib_artifacts set id_digest = ${digestOf('id')}, byte_length = $2
  where content = $1 returning content`;

export const removeContent = 'delete from toolcrib_artifacts where content = $1';

export const findById = `select content, mime_type, byte_length::double precision from toolcrib_artifacts
  where id_digest = ${digestOf('$1::text')}`;

/** Content, first position, first position that is too far. No row if the artifact is gone, one without bytes if it is empty. */
export const selectBlocks = `select blocks.bytes from toolcrib_artifacts artifacts
  left join toolcrib_artifact_blocks blocks
    on blocks.content = artifacts.content and blocks.position >= $2 and blocks.position < $3
  where artifacts.content = $1 order by blocks.position`;

export const sumBytes =
  'select coalesce(sum(byte_length), 0)::double precision as bytes from toolcrib_artifacts';

/** A number of artifacts. The oldest are removed first. */
export const removeOldest = `delete from toolcrib_artifacts where content in (
    select content from toolcrib_artifacts where id_digest is not null order by stored_at, content limit $1
  ) returning byte_length::double precision as bytes`;

/** A time, a number of artifacts. */
export const removeBefore = `delete from toolcrib_artifacts where content in (
    select content from toolcrib_artifacts where stored_at < $1 order by stored_at, content limit $2
  )`;

/** A time: what was begun before it and never finished is removed. */
export const removeUnfinished = 'delete from toolcrib_artifacts where id_digest is null and stored_at < $1';

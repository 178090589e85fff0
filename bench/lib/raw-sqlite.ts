import type { SqliteDatabase } from 'toolcrib/stores/sqlite';
import type { Side } from './round-robin.ts';

/** The least that a durable record of a call needs: a row before it, and the same row after it. */
export function createRawSqlite(name: string, database: SqliteDatabase, entry: string): Side {
  database.exec('create table calls (id text primary key, entry text not null)');
  const insert = database.prepare('insert into calls (id, entry) values (?, ?)');
  const update = database.prepare('update calls set entry = ? where id = ?');
  const run = () => {
    const id = crypto.randomUUID();
    insert.run(id, entry);
    update.run(entry, id);
  };
  return { name, run };
}

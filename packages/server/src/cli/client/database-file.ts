/** The SQLite file in a data folder. */
export const DATABASE_FILE = 'toolcrib.sqlite';

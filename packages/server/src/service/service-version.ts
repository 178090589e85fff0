/** Of this package; clients are told. A test compares it with `package.json`. */
export const serviceVersion = '0.1.0';

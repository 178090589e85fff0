/** What a registry knows of its tools by name, beyond the tools themselves. */
export class ToolMarks {
  readonly hidden: Set<string>;
  readonly ephemeral: Set<string>;
  /** Where tools came from that were not there from the start. */
  readonly origins: Map<string, string>;

  constructor(original?: ToolMarks) {
    this.hidden = new Set(original?.hidden);
    this.ephemeral = new Set(original?.ephemeral);
    this.origins = new Map(original?.origins);
  }

  delete(name: string): void {
    this.hidden.delete(name);
    this.ephemeral.delete(name);
    this.origins.delete(name);
  }
}

/** How tools are rendered for a provider. */
export interface RenderOptions {
  /**
   * Whether the provider shall enforce schemas, as far as its budgets go. `exact` makes a tool strict only if
   * the strict schema accepts nothing that its own does not. `shape` also takes tools with bounds that the
   * strict dialect cannot say, and puts those into words. The call path checks everything in any case.
   * @default 'off'
   */
  readonly strict?: 'off' | 'exact' | 'shape' | undefined;
  /** Names of tools, the most important first: they get the budgets. The others follow by name. @default [] */
  readonly rank?: readonly string[] | undefined;
  /** Names of tools that are gone, and that a conversation still has calls of. @default [] */
  readonly retired?: readonly string[] | undefined;
  /** At most so many tools, and never more than the provider takes. @default what the provider takes */
  readonly maxTools?: number | undefined;
  /** What the report compares the tokens of all definitions with. @default Infinity */
  readonly maxTokens?: number | undefined;
}

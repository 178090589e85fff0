/** Words that say nothing about what a tool does. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the of to in on at for from by with and or is are was were be been being am do does did doing have has had ' +
    'having i me my mine we us our you your he she it its they them their this that these those there here what which ' +
    'who whom whose when where why how can could would should will shall may might must not no nor so if then than as ' +
    'but about into over under again further once more most some any all each few other such only own same too very ' +
    'just also please s t d ll m re ve don'
  ).split(' '),
);

/** Words by which people talk to an assistant. They count for little, because tools have some of them in their names. */
export const chatWords: ReadonlySet<string> = new Set(
  (
    'want need like would help please thank thanks hello hi hey looking look know tell interested planning plan give get ' +
    'let make could provide able sure going trying try wondering wonder currently additionally furthermore moreover ' +
    'really actually recently specifically lot bit way ways thing things something anything someone maybe perhaps ' +
    'possible possibly ok okay well still already yet now wish hope hoping curious appreciate assist assistance'
  ).split(' '),
);

/** Where a whole name has no room: "T. Novak". */
export const initialled = (name: string) => name.replace(/^(\S)\S* (?=\S)/, '$1. ')

/** A shortened name where the whole one does not fit: "T. Novak". */
export const initialled = (name: string) => name.replace(/^(\S)\S* (?=\S)/, '$1. ')

/** A command that cannot be carried out as it was given; told in words. */
export class BadCommand extends Error {}

/** A command that cannot run as given; the message says why. */
export class BadCommand extends Error {}

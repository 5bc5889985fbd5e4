/**
 * Replaces zod in the built applications. A browser needs only the paths, methods and names of the contract; the server checks shapes at
 * run time, the compiler checks them here. Every schema is this one object, whatever is called on it. This saves loading 12 KB.
 */
const schema: unknown = new Proxy(() => schema, {
  get: (_target, key) => (key === Symbol.toPrimitive ? undefined : schema),
})
/* #__NO_SIDE_EFFECTS__ */
const make = () => schema

export {
  make as array,
  make as boolean,
  make as date,
  make as discriminatedUnion,
  make as enum,
  make as extend,
  make as int,
  make as literal,
  make as maximum,
  make as maxLength,
  make as minimum,
  make as minLength,
  make as never,
  make as normalize,
  make as null,
  make as nullable,
  make as number,
  make as object,
  make as optional,
  make as partial,
  make as pipe,
  make as prefault,
  make as readonly,
  make as record,
  make as refine,
  make as regex,
  make as strictObject,
  make as string,
  make as transform,
  make as trim,
  make as tuple,
  make as union,
}

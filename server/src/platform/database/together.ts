/**
 * Asks a transaction for several things at once, sent in this order, where none waits for the answer of another; they are answered in
 * the order asked. When one fails the others are waited for: nothing may still ask of a connection whose transaction has ended.
 * @throws what the first one to fail throws
 */
export async function together<const Asked extends readonly unknown[]>(asked: Asked) {
  try {
    return await Promise.all(asked)
  } finally {
    await Promise.allSettled(asked)
  }
}

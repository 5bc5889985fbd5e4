/** The data folder is not where it was: moved, or its disk is away. That says nothing of any file in it. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
  constructor() {
    super('the data folder is away')
  }
}

export const isMissing = (error: unknown): boolean => (error as { code?: string } | null)?.code === 'ENOENT'

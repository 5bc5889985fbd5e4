export { diskBlobs } from './disk.ts'
export { type Blobs, DamagedBlob, type StoredBlob } from './port.ts'

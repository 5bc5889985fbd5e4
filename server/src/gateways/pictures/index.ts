export { isPngOrJpeg, photoMimeType, shrinkPhoto } from './shrink-photo.ts'

export {
  type DecodingLimits,
  decodeToWav,
  shareOfCopy,
  wavBytesMost,
  encodeForListening,
  listeningMimeType,
  NotAudio,
} from './decode.ts'
export { convertDs2, UnreadableDs2 } from './convert-ds2.ts'
export { type Claim, claimOf } from './claim.ts'
export { mostGlued, separateGlued } from './glued.ts'
export { bytesAMs, cutWav, joinStretches, type KeptStretch, lengthMs, samplesASecond, type Stretch } from './own-wav.ts'
export { type Level, levelOf, makeLouder } from './level.ts'
export { peaksOf } from './peaks.ts'
export { measureMs, probeSound, type SoundProbe } from './probe-sound.ts'
export { troubleInWords } from './trouble.ts'
export { isPlaylist } from './first-bytes.ts'
export { segmentsOf } from './segments.ts'
export { openVoiceSearch, type VoiceSearch } from './voice/find-voice.ts'

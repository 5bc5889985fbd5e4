import { join, resolve } from 'node:path'
import sharp from 'sharp'

/** `node tools/src/demo-photos.ts`: draws the portraits of the demo's people anew. Nobody looks like this: they are made of a few curves. */
const output = resolve(import.meta.dirname, '../../server/src/demo/photos')
const side = 320

interface Portrait {
  ground: string
  skin: string
  hair: string
  coat: string
  /** Long hair lies behind the face too. */
  isLong?: boolean
  hasGlasses?: boolean
  hasBeard?: boolean
}

const portraits: Record<string, Portrait> = {
  doctor: { ground: '#c9dcef', skin: '#8d5a3b', hair: '#221a17', coat: '#f4f6f8', isLong: true },
  transcriptionist: {
    ground: '#e6dcf3',
    skin: '#f1c9a8',
    hair: '#8a4b23',
    coat: '#3d6d8c',
    isLong: true,
    hasGlasses: true,
  },
  reviewer1: { ground: '#dfeadb', skin: '#f3d3b8', hair: '#c9ccd1', coat: '#5b4a6e', hasGlasses: true },
  reviewer2: { ground: '#f4e3cf', skin: '#b67f52', hair: '#17130f', coat: '#27506b', hasBeard: true },
  clinicAdmin: { ground: '#f2d9d9', skin: '#f4cfae', hair: '#d9b25f', coat: '#22324a', isLong: true },
  otherClinicAdmin: { ground: '#d7ebe8', skin: '#e9bd97', hair: '#5a4632', coat: '#434b57', hasBeard: true },
}

const drawn = ({ ground, skin, hair, coat, isLong, hasGlasses, hasBeard }: Portrait) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="${side}" height="${side}">
  <rect width="320" height="320" fill="${ground}"/>
  ${isLong ? `<path d="M84 150c0-60 34-98 76-98s76 38 76 98c0 44 8 70 4 96H80c-4-26 4-52 4-96z" fill="${hair}"/>` : ''}
  <path d="M36 320c6-58 48-82 124-82s118 24 124 82z" fill="${coat}"/>
  <path d="M130 204h60v40c0 18-60 18-60 0z" fill="${skin}"/>
  <path d="M130 214c18 14 42 14 60 0v8c-18 14-42 14-60 0z" fill="#000000" opacity=".12"/>
  <ellipse cx="160" cy="152" rx="58" ry="70" fill="${skin}"/>
  ${hasBeard ? `<path d="M103 160c4 46 26 66 57 66s53-20 57-66c-12 22-30 26-57 26s-45-4-57-26z" fill="${hair}"/>` : ''}
  <path d="M100 148c-2-58 28-84 62-84 38 0 62 30 58 84-8-26-22-42-44-46-26 12-58 10-76 46z" fill="${hair}"/>
  <ellipse cx="138" cy="152" rx="6" ry="7" fill="#2a2220"/><ellipse cx="182" cy="152" rx="6" ry="7" fill="#2a2220"/>
  <path d="M126 136q12-8 22-2M172 134q12-6 22 2" stroke="${hair}" stroke-width="5" fill="none" stroke-linecap="round"/>
  <path d="M160 156q-8 18 2 20" stroke="#000000" stroke-opacity=".25" stroke-width="4" fill="none" stroke-linecap="round"/>
  <path d="M140 194q20 16 40 0" stroke="#9c4a45" stroke-width="6" fill="none" stroke-linecap="round"/>
  ${hasGlasses ? '<g fill="none" stroke="#2f3640" stroke-width="4"><circle cx="138" cy="153" r="19"/><circle cx="182" cy="153" r="19"/><path d="M157 150h6"/></g>' : ''}
</svg>`

for (const [name, portrait] of Object.entries(portraits))
  await sharp(Buffer.from(drawn(portrait)))
    .webp({ quality: 82 })
    .toFile(join(output, `${name}.webp`))

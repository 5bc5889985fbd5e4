import { writeFileSync, mkdirSync } from 'node:fs'
import { startDictara } from './dictara.ts'
const dictara = await startDictara()
mkdirSync('/tmp/walk', { recursive: true })
const names = ['doctor', 'transcriptionist', 'reviewer', 'biller', 'admin', 'clinicAdmin', 'clinic-admin']
const accounts = Object.fromEntries(names.map((n) => { try { return [n, dictara.account(n)] } catch (e) { return [n, String(e)] } }))
writeFileSync('/tmp/walk/at.json', JSON.stringify({ web: dictara.web, recorder: dictara.recorder, accounts, pid: process.pid }))
setInterval(() => {}, 1000)

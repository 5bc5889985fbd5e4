import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A certificate for a host, trusted only where a test says so. */
export async function certificateFor(host: string): Promise<{ cert: string; key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-certificate-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const what = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=ehr -addext subjectAltName=DNS:${host}`
  await promisify(execFile)('openssl', [...what.split(' '), '-keyout', keyFile, '-out', certFile])
  const [key, cert] = [await readFile(keyFile, 'utf8'), await readFile(certFile, 'utf8')]
  await rm(folder, { recursive: true })
  return { cert, key }
}

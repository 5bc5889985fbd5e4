import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { newId } from '../ids.ts'
import { translate } from './envelope.ts'
import { refuseAddress, refuseConnection } from './unreadable.ts'

export interface SiteSettings {
  /** Folder of the built application, or null when only the API is served. */
  site: string | null
  tls: { cert: string; key: string } | null
  mayUseMicrophone: boolean
  /** Everything under /api, and what else this origin serves. */
  register(server: FastifyInstance): Promise<void>
}

/**
 * One origin: an application's files, and the API under `/api`. Headers follow security.md S40 and S41: no script but
 * our own files, nothing framed, nothing cached that the API says.
 */
export async function buildSite(settings: SiteSettings): Promise<FastifyInstance> {
  const server = Fastify({
    logger: false,
    genReqId: () => newId(),
    bodyLimit: 2 * 1024 * 1024,
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: 300 },
    ...(settings.tls ? { https: { cert: readFileSync(settings.tls.cert), key: readFileSync(settings.tls.key) } } : {}),
  }) as FastifyInstance
  server.server.headersTimeout = 15_000
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // antd writes its styles into the page
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: settings.tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  server.addHook('onSend', async (_request, reply) => {
    reply.header(
      'permissions-policy',
      `microphone=(${settings.mayUseMicrophone ? 'self' : ''}), camera=(), geolocation=()`,
    )
  })
  server.setErrorHandler((error, _request, reply) => {
    const refused = translate(error)
    return reply.header('cache-control', 'no-store').status(refused.status).send(refused.body)
  })
  server.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|public)(\/|$)/.test(request.url)
    if (settings.site && isPage && !/\.[a-z0-9]{1,5}(\?|$)/i.test(request.url.split('/').at(-1) ?? ''))
      return reply.header('cache-control', 'no-store').sendFile('index.html')
    return reply.status(404).send({ success: false, message: 'This was not found.', code: 'not-found', result: [] })
  })
  await settings.register(server)
  if (settings.site) {
    await server.register(fastifyStatic, {
      root: settings.site,
      index: ['index.html'],
      preCompressed: true,
      setHeaders(reply, path) {
        const isHashed = path.startsWith(join(settings.site ?? '', 'assets'))
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-store')
      },
    })
  }
  return server
}

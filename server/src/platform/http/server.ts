import { join } from 'node:path'
import { sharedRefusals } from '@dictara/contract'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyInstance } from 'fastify'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { notFound, Refusal } from '../refusal.ts'
import { answerFaults } from './answers.ts'
import { type BodyLimits, boundBody } from './bounded-body.ts'
import { type ConnectionLimits, usualLimits } from './connection-limits.ts'
import { originServers, readCertificate } from './origin-servers.ts'
import { refuseAddress, refuseConnection } from './unreadable.ts'

const notFramed = "'none'"

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body may be as long on its way as the line takes. */
    isRecording?: boolean
  }
}

export interface SiteSettings {
  /** Folder of the built application, or null when only the API is served. */
  site: string | null
  tls: { cert: string; key: string } | null
  /** True when browsers come by https, here or at a proxy in front. */
  isHttps?: boolean
  /** Whose word is taken for where a request came from; nobody's by default. */
  trustedProxies?: readonly string[]
  mayUseMicrophone: boolean
  /** The one other origin that pages of this one may call. */
  mayCall?: string | undefined
  log: Log
  /** The one page of another origin that pages of this one may hold in a frame. */
  mayFrame?: string
  /** The one page of this origin that another origin may hold in a frame. */
  mayBeFramed?: { page: string; by: string }
  /** Other than usual, for tests. */
  bodyLimits?: BodyLimits
  connectionLimits?: ConnectionLimits
  /** From then on what still comes is refused, and every connection ends with its answer. */
  isStopping(): boolean
  /** Everything under /api, and what else this origin serves. */
  register(server: FastifyInstance): Promise<void>
}

export interface Site {
  server: FastifyInstance
  /** Takes no new connection, has what is under way answered, and cuts off what takes longer than the limit. */
  stop(limitMs: number): Promise<void>
}

/**
 * One origin: an application's files, and the API under `/api`. Headers follow controls.md S40 and S41: no script but
 * our own files, nothing framed but by name, nothing cached that the API says.
 */
export async function buildSite(settings: SiteSettings): Promise<Site> {
  const limits = settings.connectionLimits ?? usualLimits(settings.trustedProxies ?? [])
  const servers = originServers(readCertificate(settings.tls), settings.log, limits)
  const server = Fastify({
    logger: false,
    genReqId: () => newId(),
    bodyLimit: 2 * 1024 * 1024,
    trustProxy: settings.trustedProxies?.length ? [...settings.trustedProxies] : false,
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    // Who stops an origin lets what is under way be answered, and refuses the rest in our own words.
    forceCloseConnections: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    serverFactory: (listener) => servers.create(listener),
  })
  answerFaults(server, settings.log)
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
        connectSrc: ["'self'", ...(settings.mayCall ? [settings.mayCall] : [])],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameSrc: [settings.mayFrame ?? "'none'"],
        frameAncestors: [notFramed],
      },
    },
    strictTransportSecurity: settings.tls || settings.isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  server.addHook('onRequest', async (request) => {
    boundBody(request.raw, request.routeOptions.config.isRecording === true, settings.bodyLimits)
    if (settings.isStopping() && !/^\/(livez|readyz)$/.test(request.url)) throw new Refusal(sharedRefusals.stopping)
  })
  server.addHook('onSend', async (request, reply) => {
    if (settings.isStopping()) reply.header('connection', 'close')
    if (settings.mayBeFramed && request.url.split('?')[0] === settings.mayBeFramed.page) {
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header(
        'content-security-policy',
        policy.replace(`ancestors ${notFramed}`, `ancestors ${settings.mayBeFramed.by}`),
      )
      reply.removeHeader('x-frame-options')
    }
    // Only the files of the applications say that they may be kept.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header(
      'permissions-policy',
      `microphone=(${settings.mayUseMicrophone ? 'self' : ''}), camera=(), geolocation=()`,
    )
  })
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?')
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|public)(\/|$)/.test(path)
    if (settings.site && isPage && !/\.[a-z0-9]{1,5}$/i.test(path))
      // Not returned: Fastify would wait for the end of the answer in a second place.
      return void reply.header('cache-control', 'no-store').sendFile('index.html')
    throw notFound()
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
  return {
    server,
    async stop(limitMs) {
      await servers.stop(limitMs)
      await server.close()
    },
  }
}

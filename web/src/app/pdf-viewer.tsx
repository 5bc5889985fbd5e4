import { Button, Flex } from 'antd'
import { useState } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'

pdfjs.GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url).href

/** A PDF, page by page (SHELL-41, SHELL-43). */
export function PdfViewer({ file, title }: { file: string; title: string }) {
  const [pages, setPages] = useState(0)
  const [page, setPage] = useState(1)
  return (
    <>
      <Document
        file={file}
        onLoadSuccess={({ numPages }) => setPages(numPages)}
        loading={<output>Loading …</output>}
        error={
          <p role="alert">
            This document cannot be shown here. <a href={file}>Open {title}</a>
          </p>
        }
      >
        <Page
          pageNumber={page}
          width={Math.min(640, window.innerWidth - 96)}
          renderTextLayer={false}
          renderAnnotationLayer={false}
        />
      </Document>
      <Flex gap="small" align="center" justify="space-between" wrap>
        <a href={file}>Open as a file</a>
        <Flex gap="small" align="center">
          <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
            Previous page
          </Button>
          <output>{pages > 0 && `Page ${page} of ${pages}`}</output>
          <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Next page
          </Button>
        </Flex>
      </Flex>
    </>
  )
}

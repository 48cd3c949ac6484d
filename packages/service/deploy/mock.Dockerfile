# cascade-mock. The context is the folder of the tarballs:
#
#   npm run tarballs -- /tmp/cascade
#   docker build --file packages/service/deploy/mock.Dockerfile --tag cascade-mock /tmp/cascade

FROM node:24.21.0-slim
LABEL org.opencontainers.image.title="cascade-mock" \
      org.opencontainers.image.licenses="Apache-2.0"
# Of the registry: Prism, commander, openapi-fetch.
RUN --mount=type=bind,target=/tarballs \
    npm install --global --no-audit --no-fund /tarballs/cascade-mock-*.tgz
# The user "node". A mounted provider file must be readable by it.
USER 1000:1000
WORKDIR /work
EXPOSE 4010
# A connection alone: a request would be among those that the mock has received.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "require('net').connect(4010, '127.0.0.1', () => process.exit(0)).on('error', () => process.exit(1))"]
# The container's loopback is not that of the host, so control needs --control-from-anywhere.
ENTRYPOINT ["cascade-mock", "--host", "0.0.0.0"]

# cascade-verify. The context is the folder of the tarballs:
#
#   npm run tarballs -- /tmp/cascade
#   docker build --file packages/service/deploy/verifier.Dockerfile --tag cascade-verify /tmp/cascade

FROM node:24.21.0-slim
LABEL org.opencontainers.image.title="cascade-verify" \
      org.opencontainers.image.licenses="Apache-2.0"
# The verifier is a bundle: nothing is from the registry.
RUN --mount=type=bind,target=/tarballs \
    npm install --global --no-audit --no-fund /tarballs/cascade-verifier-*.tgz
# The user "node". Reports in a mounted folder need one who may write there: docker run --user "$(id -u)".
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["cascade-verify"]

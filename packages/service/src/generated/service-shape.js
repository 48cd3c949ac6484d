// Generated from spec/ by `npm run generate`. Do not edit.
import { codePointLength } from '@cascade/yaml-file';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"service","title":"Service configuration file","description":"Gateways by channel, secrets of receipts, and limits of channels. Every string may contain `${NAME}`, an environment variable. The description of a pattern is the expectation in its error message.","type":"object","additionalProperties":false,"properties":{"gateways":{"description":"One gateway per channel. A channel that is not listed is simulated with --development, and an error without.","type":"object","propertyNames":{"$ref":"#/$defs/channel"},"additionalProperties":{"$ref":"#/$defs/gateway"}},"receipts":{"description":"Receipts of HTTP gateways, posted to /gateway/receipts on the operations port; refused if absent.","type":"object","additionalProperties":false,"required":["secrets"],"properties":{"secrets":{"description":"The signing secrets of gateways; two during a rotation (ADR-0017).","type":"array","minItems":1,"maxItems":2,"items":{"description":"whsec_ and the base64 of at least 24 bytes","type":"string","pattern":"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}}}},"callbacks":{"description":"Where callbacks are sent beside public addresses (ADR-0014).","type":"object","additionalProperties":false,"properties":{"privateReceivers":{"description":"Receivers on private addresses: networks such as 10.20.0.0/16, or hosts of which every address is permitted. They need HTTPS like all others. Link-local addresses, loopback, multicast and the metadata services of clouds are never permitted.","type":"array","maxItems":256,"items":{"type":"string","minLength":1,"maxLength":253}}}},"limits":{"description":"Limits that the contract leaves open (ADR-0030); absent means no limit.","type":"object","additionalProperties":false,"properties":{"messageLength":{"description":"The maximum length in code points, by channel; a longer text ends with too-long-message (§7.4).","type":"object","propertyNames":{"$ref":"#/$defs/channel"},"additionalProperties":{"type":"integer","minimum":1,"maximum":1000000}},"lagSeconds":{"description":"How late due work may become before new messages get 503 service-unavailable, in seconds; 5 if absent. What waits for a receiver or is retried does not count.","type":"number","minimum":2,"maximum":3600}}}},"$defs":{"channel":{"enum":["SMS","CHATONE","CHATTWO"]},"gateway":{"type":"object","required":["kind"],"properties":{"kind":{"enum":["simulator","http","smpp","none"]}},"allOf":[{"if":{"required":["kind"],"properties":{"kind":{"const":"simulator"}}},"then":{"$ref":"#/$defs/simulator"}},{"if":{"required":["kind"],"properties":{"kind":{"const":"none"}}},"then":{"$ref":"#/$defs/none"}},{"if":{"required":["kind"],"properties":{"kind":{"const":"http"}}},"then":{"$ref":"#/$defs/http"}},{"if":{"required":["kind"],"properties":{"kind":{"const":"smpp"}}},"then":{"$ref":"#/$defs/smpp"}}]},"simulator":{"description":"Sends nothing. Reports what the address asks for, DELIVERED if nothing.","type":"object","additionalProperties":false,"properties":{"kind":true}},"none":{"description":"The channel is not served. Its stages end UNDELIVERED with message-undeliverable and are not charged.","type":"object","additionalProperties":false,"properties":{"kind":true}},"http":{"type":"object","additionalProperties":false,"required":["url"],"properties":{"kind":true,"url":{"description":"an http or https address","type":"string","pattern":"^https?://[^\\s/]+"},"authorization":{"description":"Sent as the header of that name.","type":"string","minLength":1},"timeoutSeconds":{"$ref":"#/$defs/timeout"}}},"smpp":{"type":"object","additionalProperties":false,"required":["host","port","systemId","password"],"dependentSchemas":{"ca":{"$ref":"#/$defs/overTls"},"servername":{"$ref":"#/$defs/overTls"}},"properties":{"kind":true,"host":{"type":"string","minLength":1},"port":{"type":"integer","minimum":1,"maximum":65535},"systemId":{"type":"string","minLength":1},"password":{"type":"string","minLength":1},"systemType":{"type":"string"},"tls":{"description":"TLS from the first byte on; plain TCP if absent.","type":"boolean"},"ca":{"description":"A PEM file with the trusted certificates, instead of the system's.","type":"string","minLength":1},"servername":{"description":"The name in the certificate, if it is not the host.","type":"string","minLength":1},"window":{"description":"The maximum number of submits without a response.","type":"integer","minimum":1,"maximum":1000},"messagesPerSecond":{"description":"The maximum rate of submits; no limit if absent.","type":"number","exclusiveMinimum":0,"maximum":100000},"longTexts":{"description":"What does not fit one SMS: whole in message_payload, or in parts with a header, for an SMSC that does not know that parameter.","enum":["payload","parts"]},"messageIds":{"description":"How the SMSC writes its ids in responses and in receipts, if it does not write them alike. They are compared as numbers.","type":"object","additionalProperties":false,"required":["response","receipt"],"properties":{"response":{"enum":["decimal","hex"]},"receipt":{"enum":["decimal","hex"]}}},"timeoutSeconds":{"$ref":"#/$defs/timeout"},"enquireSeconds":{"type":"number","minimum":1,"maximum":3600},"reconnectSeconds":{"type":"number","minimum":0.1,"maximum":60},"reasons":{"description":"Undelivered reasons (§7.4) by the err code of receipts, as the SMSC writes it.","type":"object","additionalProperties":{"description":"an undelivered reason such as message-undeliverable","type":"string","pattern":"^[a-z]+(?:-[a-z]+)*$"}}}},"timeout":{"description":"Less than half the minute that the engine waits for a gateway.","type":"number","exclusiveMinimum":0,"maximum":25},"overTls":{"description":"Certificate settings require TLS.","type":"object","required":["tls"],"properties":{"tls":{"enum":[true]}}}}};
const schema32 = {"enum":["SMS","CHATONE","CHATTWO"]};
const schema33 = {"type":"object","required":["kind"],"properties":{"kind":{"enum":["simulator","http","smpp","none"]}},"allOf":[{"if":{"required":["kind"],"properties":{"kind":{"const":"simulator"}}},"then":{"$ref":"#/$defs/simulator"}},{"if":{"required":["kind"],"properties":{"kind":{"const":"none"}}},"then":{"$ref":"#/$defs/none"}},{"if":{"required":["kind"],"properties":{"kind":{"const":"http"}}},"then":{"$ref":"#/$defs/http"}},{"if":{"required":["kind"],"properties":{"kind":{"const":"smpp"}}},"then":{"$ref":"#/$defs/smpp"}}]};
const schema34 = {"description":"Sends nothing. Reports what the address asks for, DELIVERED if nothing.","type":"object","additionalProperties":false,"properties":{"kind":true}};
const schema35 = {"description":"The channel is not served. Its stages end UNDELIVERED with message-undeliverable and are not charged.","type":"object","additionalProperties":false,"properties":{"kind":true}};
const schema36 = {"type":"object","additionalProperties":false,"required":["url"],"properties":{"kind":true,"url":{"description":"an http or https address","type":"string","pattern":"^https?://[^\\s/]+"},"authorization":{"description":"Sent as the header of that name.","type":"string","minLength":1},"timeoutSeconds":{"$ref":"#/$defs/timeout"}}};
const schema37 = {"description":"Less than half the minute that the engine waits for a gateway.","type":"number","exclusiveMinimum":0,"maximum":25};
const pattern4 = new RegExp("^https?://[^\\s/]+", "u");
const func1 = codePointLength;

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema36.required,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((key0 === "kind") || (key0 === "url")) || (key0 === "authorization")) || (key0 === "timeoutSeconds"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/pattern",keyword:"pattern",params:{pattern: "^https?://[^\\s/]+"},message:"must match pattern \""+"^https?://[^\\s/]+"+"\"",schema:"^https?://[^\\s/]+",parentSchema:schema36.properties.url,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.url.type,parentSchema:schema36.properties.url,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.authorization !== undefined){
let data1 = data.authorization;
if(typeof data1 === "string"){
if(func1(data1) < 1){
const err4 = {instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema36.properties.authorization,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.authorization.type,parentSchema:schema36.properties.authorization,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.timeoutSeconds !== undefined){
let data2 = data.timeoutSeconds;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 25 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/$defs/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 25},message:"must be <= 25",schema:25,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/$defs/timeout/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/$defs/timeout/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.type,parentSchema:schema37,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema36.type,parentSchema:schema36,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema38 = {"type":"object","additionalProperties":false,"required":["host","port","systemId","password"],"dependentSchemas":{"ca":{"$ref":"#/$defs/overTls"},"servername":{"$ref":"#/$defs/overTls"}},"properties":{"kind":true,"host":{"type":"string","minLength":1},"port":{"type":"integer","minimum":1,"maximum":65535},"systemId":{"type":"string","minLength":1},"password":{"type":"string","minLength":1},"systemType":{"type":"string"},"tls":{"description":"TLS from the first byte on; plain TCP if absent.","type":"boolean"},"ca":{"description":"A PEM file with the trusted certificates, instead of the system's.","type":"string","minLength":1},"servername":{"description":"The name in the certificate, if it is not the host.","type":"string","minLength":1},"window":{"description":"The maximum number of submits without a response.","type":"integer","minimum":1,"maximum":1000},"messagesPerSecond":{"description":"The maximum rate of submits; no limit if absent.","type":"number","exclusiveMinimum":0,"maximum":100000},"longTexts":{"description":"What does not fit one SMS: whole in message_payload, or in parts with a header, for an SMSC that does not know that parameter.","enum":["payload","parts"]},"messageIds":{"description":"How the SMSC writes its ids in responses and in receipts, if it does not write them alike. They are compared as numbers.","type":"object","additionalProperties":false,"required":["response","receipt"],"properties":{"response":{"enum":["decimal","hex"]},"receipt":{"enum":["decimal","hex"]}}},"timeoutSeconds":{"$ref":"#/$defs/timeout"},"enquireSeconds":{"type":"number","minimum":1,"maximum":3600},"reconnectSeconds":{"type":"number","minimum":0.1,"maximum":60},"reasons":{"description":"Undelivered reasons (§7.4) by the err code of receipts, as the SMSC writes it.","type":"object","additionalProperties":{"description":"an undelivered reason such as message-undeliverable","type":"string","pattern":"^[a-z]+(?:-[a-z]+)*$"}}}};
const schema40 = {"description":"Certificate settings require TLS.","type":"object","required":["tls"],"properties":{"tls":{"enum":[true]}}};
const func2 = Object.prototype.hasOwnProperty;
const pattern5 = new RegExp("^[a-z]+(?:-[a-z]+)*$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.host === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.port === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.systemId === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "systemId"},message:"must have required property '"+"systemId"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.password === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "password"},message:"must have required property '"+"password"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(func2.call(schema38.properties, key0))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.host !== undefined){
let data0 = data.host;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err5 = {instancePath:instancePath+"/host",schemaPath:"#/properties/host/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.host,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/host",schemaPath:"#/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.host.type,parentSchema:schema38.properties.host,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.port !== undefined){
let data1 = data.port;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err7 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.port.type,parentSchema:schema38.properties.port,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 65535 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema38.properties.port,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.port,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.systemId !== undefined){
let data2 = data.systemId;
if(typeof data2 === "string"){
if(func1(data2) < 1){
const err10 = {instancePath:instancePath+"/systemId",schemaPath:"#/properties/systemId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.systemId,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/systemId",schemaPath:"#/properties/systemId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.systemId.type,parentSchema:schema38.properties.systemId,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.password !== undefined){
let data3 = data.password;
if(typeof data3 === "string"){
if(func1(data3) < 1){
const err12 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.password,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/password",schemaPath:"#/properties/password/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.password.type,parentSchema:schema38.properties.password,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.systemType !== undefined){
let data4 = data.systemType;
if(typeof data4 !== "string"){
const err14 = {instancePath:instancePath+"/systemType",schemaPath:"#/properties/systemType/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.systemType.type,parentSchema:schema38.properties.systemType,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.tls !== undefined){
let data5 = data.tls;
if(typeof data5 !== "boolean"){
const err15 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema38.properties.tls.type,parentSchema:schema38.properties.tls,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.ca !== undefined){
let data6 = data.ca;
if(typeof data6 === "string"){
if(func1(data6) < 1){
const err16 = {instancePath:instancePath+"/ca",schemaPath:"#/properties/ca/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.ca,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/ca",schemaPath:"#/properties/ca/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.ca.type,parentSchema:schema38.properties.ca,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.servername !== undefined){
let data7 = data.servername;
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err18 = {instancePath:instancePath+"/servername",schemaPath:"#/properties/servername/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema38.properties.servername,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/servername",schemaPath:"#/properties/servername/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.servername.type,parentSchema:schema38.properties.servername,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.window !== undefined){
let data8 = data.window;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err20 = {instancePath:instancePath+"/window",schemaPath:"#/properties/window/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.window.type,parentSchema:schema38.properties.window,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000 || isNaN(data8)){
const err21 = {instancePath:instancePath+"/window",schemaPath:"#/properties/window/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema38.properties.window,data:data8};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err22 = {instancePath:instancePath+"/window",schemaPath:"#/properties/window/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.window,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.messagesPerSecond !== undefined){
let data9 = data.messagesPerSecond;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 100000 || isNaN(data9)){
const err23 = {instancePath:instancePath+"/messagesPerSecond",schemaPath:"#/properties/messagesPerSecond/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000",schema:100000,parentSchema:schema38.properties.messagesPerSecond,data:data9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data9 <= 0 || isNaN(data9)){
const err24 = {instancePath:instancePath+"/messagesPerSecond",schemaPath:"#/properties/messagesPerSecond/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema38.properties.messagesPerSecond,data:data9};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/messagesPerSecond",schemaPath:"#/properties/messagesPerSecond/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema38.properties.messagesPerSecond.type,parentSchema:schema38.properties.messagesPerSecond,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.longTexts !== undefined){
let data10 = data.longTexts;
if(!((data10 === "payload") || (data10 === "parts"))){
const err26 = {instancePath:instancePath+"/longTexts",schemaPath:"#/properties/longTexts/enum",keyword:"enum",params:{allowedValues: schema38.properties.longTexts.enum},message:"must be equal to one of the allowed values",schema:schema38.properties.longTexts.enum,parentSchema:schema38.properties.longTexts,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.messageIds !== undefined){
let data11 = data.messageIds;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.response === undefined){
const err27 = {instancePath:instancePath+"/messageIds",schemaPath:"#/properties/messageIds/required",keyword:"required",params:{missingProperty: "response"},message:"must have required property '"+"response"+"'",schema:schema38.properties.messageIds.required,parentSchema:schema38.properties.messageIds,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data11.receipt === undefined){
const err28 = {instancePath:instancePath+"/messageIds",schemaPath:"#/properties/messageIds/required",keyword:"required",params:{missingProperty: "receipt"},message:"must have required property '"+"receipt"+"'",schema:schema38.properties.messageIds.required,parentSchema:schema38.properties.messageIds,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
for(const key1 in data11){
if(!((key1 === "response") || (key1 === "receipt"))){
const err29 = {instancePath:instancePath+"/messageIds",schemaPath:"#/properties/messageIds/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema38.properties.messageIds,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data11.response !== undefined){
let data12 = data11.response;
if(!((data12 === "decimal") || (data12 === "hex"))){
const err30 = {instancePath:instancePath+"/messageIds/response",schemaPath:"#/properties/messageIds/properties/response/enum",keyword:"enum",params:{allowedValues: schema38.properties.messageIds.properties.response.enum},message:"must be equal to one of the allowed values",schema:schema38.properties.messageIds.properties.response.enum,parentSchema:schema38.properties.messageIds.properties.response,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data11.receipt !== undefined){
let data13 = data11.receipt;
if(!((data13 === "decimal") || (data13 === "hex"))){
const err31 = {instancePath:instancePath+"/messageIds/receipt",schemaPath:"#/properties/messageIds/properties/receipt/enum",keyword:"enum",params:{allowedValues: schema38.properties.messageIds.properties.receipt.enum},message:"must be equal to one of the allowed values",schema:schema38.properties.messageIds.properties.receipt.enum,parentSchema:schema38.properties.messageIds.properties.receipt,data:data13};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/messageIds",schemaPath:"#/properties/messageIds/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.properties.messageIds.type,parentSchema:schema38.properties.messageIds,data:data11};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.timeoutSeconds !== undefined){
let data14 = data.timeoutSeconds;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 25 || isNaN(data14)){
const err33 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/$defs/timeout/maximum",keyword:"maximum",params:{comparison: "<=", limit: 25},message:"must be <= 25",schema:25,parentSchema:schema37,data:data14};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data14 <= 0 || isNaN(data14)){
const err34 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/$defs/timeout/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema37,data:data14};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/timeoutSeconds",schemaPath:"#/$defs/timeout/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.type,parentSchema:schema37,data:data14};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.enquireSeconds !== undefined){
let data15 = data.enquireSeconds;
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 3600 || isNaN(data15)){
const err36 = {instancePath:instancePath+"/enquireSeconds",schemaPath:"#/properties/enquireSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema38.properties.enquireSeconds,data:data15};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data15 < 1 || isNaN(data15)){
const err37 = {instancePath:instancePath+"/enquireSeconds",schemaPath:"#/properties/enquireSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema38.properties.enquireSeconds,data:data15};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/enquireSeconds",schemaPath:"#/properties/enquireSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema38.properties.enquireSeconds.type,parentSchema:schema38.properties.enquireSeconds,data:data15};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.reconnectSeconds !== undefined){
let data16 = data.reconnectSeconds;
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 60 || isNaN(data16)){
const err39 = {instancePath:instancePath+"/reconnectSeconds",schemaPath:"#/properties/reconnectSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60},message:"must be <= 60",schema:60,parentSchema:schema38.properties.reconnectSeconds,data:data16};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data16 < 0.1 || isNaN(data16)){
const err40 = {instancePath:instancePath+"/reconnectSeconds",schemaPath:"#/properties/reconnectSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema38.properties.reconnectSeconds,data:data16};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/reconnectSeconds",schemaPath:"#/properties/reconnectSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema38.properties.reconnectSeconds.type,parentSchema:schema38.properties.reconnectSeconds,data:data16};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.reasons !== undefined){
let data17 = data.reasons;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key2 in data17){
let data18 = data17[key2];
if(typeof data18 === "string"){
if(!pattern5.test(data18)){
const err42 = {instancePath:instancePath+"/reasons/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/reasons/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[a-z]+(?:-[a-z]+)*$"},message:"must match pattern \""+"^[a-z]+(?:-[a-z]+)*$"+"\"",schema:"^[a-z]+(?:-[a-z]+)*$",parentSchema:schema38.properties.reasons.additionalProperties,data:data18};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/reasons/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/reasons/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.reasons.additionalProperties.type,parentSchema:schema38.properties.reasons.additionalProperties,data:data18};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/reasons",schemaPath:"#/properties/reasons/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.properties.reasons.type,parentSchema:schema38.properties.reasons,data:data17};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.ca !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tls === undefined){
const err45 = {instancePath,schemaPath:"#/$defs/overTls/required",keyword:"required",params:{missingProperty: "tls"},message:"must have required property '"+"tls"+"'",schema:schema40.required,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data.tls !== undefined){
let data19 = data.tls;
if(!(data19 === true)){
const err46 = {instancePath:instancePath+"/tls",schemaPath:"#/$defs/overTls/properties/tls/enum",keyword:"enum",params:{allowedValues: schema40.properties.tls.enum},message:"must be equal to one of the allowed values",schema:schema40.properties.tls.enum,parentSchema:schema40.properties.tls,data:data19};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath,schemaPath:"#/$defs/overTls/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.servername !== undefined){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.tls === undefined){
const err48 = {instancePath,schemaPath:"#/$defs/overTls/required",keyword:"required",params:{missingProperty: "tls"},message:"must have required property '"+"tls"+"'",schema:schema40.required,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data.tls !== undefined){
let data20 = data.tls;
if(!(data20 === true)){
const err49 = {instancePath:instancePath+"/tls",schemaPath:"#/$defs/overTls/properties/tls/enum",keyword:"enum",params:{allowedValues: schema40.properties.tls.enum},message:"must be equal to one of the allowed values",schema:schema40.properties.tls.enum,parentSchema:schema40.properties.tls,data:data20};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath,schemaPath:"#/$defs/overTls/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.kind !== undefined){
if("simulator" !== data.kind){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "kind")){
const err2 = {instancePath,schemaPath:"#/$defs/simulator/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/$defs/simulator/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema34.type,parentSchema:schema34,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props0 = true;
}
}
if(!valid1){
const err4 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema33.allOf[0].if,parentSchema:schema33.allOf[0],data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const _errs10 = errors;
let valid4 = true;
const _errs11 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.kind === undefined) && (missing1 = "kind")){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
if(data.kind !== undefined){
if("none" !== data.kind){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
}
var _valid1 = _errs11 === errors;
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key1 in data){
if(!(key1 === "kind")){
const err7 = {instancePath,schemaPath:"#/$defs/none/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/$defs/none/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema35.type,parentSchema:schema35,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs13 === errors;
valid4 = _valid1;
if(valid4){
var props1 = true;
}
}
if(!valid4){
const err9 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema33.allOf[1].if,parentSchema:schema33.allOf[1],data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs18 = errors;
let valid7 = true;
const _errs19 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((data.kind === undefined) && (missing2 = "kind")){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(data.kind !== undefined){
if("http" !== data.kind){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
}
var _valid2 = _errs19 === errors;
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
if(_valid2){
const _errs21 = errors;
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
var _valid2 = _errs21 === errors;
valid7 = _valid2;
if(valid7){
var props2 = true;
}
}
if(!valid7){
const err12 = {instancePath,schemaPath:"#/allOf/2/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema33.allOf[2].if,parentSchema:schema33.allOf[2],data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
const _errs23 = errors;
let valid9 = true;
const _errs24 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if((data.kind === undefined) && (missing3 = "kind")){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data.kind !== undefined){
if("smpp" !== data.kind){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
}
var _valid3 = _errs24 === errors;
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs26 = errors;
if(!(validate24(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
var _valid3 = _errs26 === errors;
valid9 = _valid3;
if(valid9){
var props3 = true;
}
}
if(!valid9){
const err15 = {instancePath,schemaPath:"#/allOf/3/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema33.allOf[3].if,parentSchema:schema33.allOf[3],data};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(props0 !== true && props3 !== undefined){
if(props3 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props3);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.kind === undefined){
const err16 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'",schema:schema33.required,parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(props0 !== true){
props0 = props0 || {};
props0.kind = true;
}
if(data.kind !== undefined){
let data4 = data.kind;
if(!((((data4 === "simulator") || (data4 === "http")) || (data4 === "smpp")) || (data4 === "none"))){
const err17 = {instancePath:instancePath+"/kind",schemaPath:"#/properties/kind/enum",keyword:"enum",params:{allowedValues: schema33.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema33.properties.kind.enum,parentSchema:schema33.properties.kind,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.type,parentSchema:schema33,data};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate21.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate21.evaluated = {"dynamicProps":true,"dynamicItems":false};

const pattern6 = new RegExp("^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="service" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((((key0 === "gateways") || (key0 === "receipts")) || (key0 === "callbacks")) || (key0 === "limits"))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.gateways !== undefined){
let data0 = data.gateways;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
const _errs4 = errors;
if(!(((key1 === "SMS") || (key1 === "CHATONE")) || (key1 === "CHATTWO"))){
const err1 = {instancePath:instancePath+"/gateways",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values",schema:schema32.enum,parentSchema:schema32,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid1 = _errs4 === errors;
if(!valid1){
const err2 = {instancePath:instancePath+"/gateways",schemaPath:"#/properties/gateways/propertyNames",keyword:"propertyNames",params:{propertyName: key1},message:"property name must be valid",schema:schema31.properties.gateways.propertyNames,parentSchema:schema31.properties.gateways,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
for(const key2 in data0){
if(!(validate21(data0[key2], {instancePath:instancePath+"/gateways/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data0,parentDataProperty:key2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath:instancePath+"/gateways",schemaPath:"#/properties/gateways/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.gateways.type,parentSchema:schema31.properties.gateways,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.receipts !== undefined){
let data2 = data.receipts;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.secrets === undefined){
const err4 = {instancePath:instancePath+"/receipts",schemaPath:"#/properties/receipts/required",keyword:"required",params:{missingProperty: "secrets"},message:"must have required property '"+"secrets"+"'",schema:schema31.properties.receipts.required,parentSchema:schema31.properties.receipts,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key3 in data2){
if(!(key3 === "secrets")){
const err5 = {instancePath:instancePath+"/receipts",schemaPath:"#/properties/receipts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.receipts,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data2.secrets !== undefined){
let data3 = data2.secrets;
if(Array.isArray(data3)){
if(data3.length > 2){
const err6 = {instancePath:instancePath+"/receipts/secrets",schemaPath:"#/properties/receipts/properties/secrets/maxItems",keyword:"maxItems",params:{limit: 2},message:"must NOT have more than 2 items",schema:2,parentSchema:schema31.properties.receipts.properties.secrets,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3.length < 1){
const err7 = {instancePath:instancePath+"/receipts/secrets",schemaPath:"#/properties/receipts/properties/secrets/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.receipts.properties.secrets,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
const err8 = {instancePath:instancePath+"/receipts/secrets/" + i0,schemaPath:"#/properties/receipts/properties/secrets/items/pattern",keyword:"pattern",params:{pattern: "^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"},message:"must match pattern \""+"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"+"\"",schema:"^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",parentSchema:schema31.properties.receipts.properties.secrets.items,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/receipts/secrets/" + i0,schemaPath:"#/properties/receipts/properties/secrets/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.receipts.properties.secrets.items.type,parentSchema:schema31.properties.receipts.properties.secrets.items,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/receipts/secrets",schemaPath:"#/properties/receipts/properties/secrets/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.receipts.properties.secrets.type,parentSchema:schema31.properties.receipts.properties.secrets,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/receipts",schemaPath:"#/properties/receipts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.receipts.type,parentSchema:schema31.properties.receipts,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.callbacks !== undefined){
let data5 = data.callbacks;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key4 in data5){
if(!(key4 === "privateReceivers")){
const err12 = {instancePath:instancePath+"/callbacks",schemaPath:"#/properties/callbacks/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.callbacks,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data5.privateReceivers !== undefined){
let data6 = data5.privateReceivers;
if(Array.isArray(data6)){
if(data6.length > 256){
const err13 = {instancePath:instancePath+"/callbacks/privateReceivers",schemaPath:"#/properties/callbacks/properties/privateReceivers/maxItems",keyword:"maxItems",params:{limit: 256},message:"must NOT have more than 256 items",schema:256,parentSchema:schema31.properties.callbacks.properties.privateReceivers,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
let data7 = data6[i1];
if(typeof data7 === "string"){
if(func1(data7) > 253){
const err14 = {instancePath:instancePath+"/callbacks/privateReceivers/" + i1,schemaPath:"#/properties/callbacks/properties/privateReceivers/items/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema31.properties.callbacks.properties.privateReceivers.items,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(func1(data7) < 1){
const err15 = {instancePath:instancePath+"/callbacks/privateReceivers/" + i1,schemaPath:"#/properties/callbacks/properties/privateReceivers/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.callbacks.properties.privateReceivers.items,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/callbacks/privateReceivers/" + i1,schemaPath:"#/properties/callbacks/properties/privateReceivers/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.callbacks.properties.privateReceivers.items.type,parentSchema:schema31.properties.callbacks.properties.privateReceivers.items,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/callbacks/privateReceivers",schemaPath:"#/properties/callbacks/properties/privateReceivers/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.callbacks.properties.privateReceivers.type,parentSchema:schema31.properties.callbacks.properties.privateReceivers,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/callbacks",schemaPath:"#/properties/callbacks/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.callbacks.type,parentSchema:schema31.properties.callbacks,data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.limits !== undefined){
let data8 = data.limits;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key5 in data8){
if(!((key5 === "messageLength") || (key5 === "lagSeconds"))){
const err19 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.limits,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8.messageLength !== undefined){
let data9 = data8.messageLength;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key6 in data9){
const _errs27 = errors;
if(!(((key6 === "SMS") || (key6 === "CHATONE")) || (key6 === "CHATTWO"))){
const err20 = {instancePath:instancePath+"/limits/messageLength",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema32.enum},message:"must be equal to one of the allowed values",schema:schema32.enum,parentSchema:schema32,data:key6,propertyName:key6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var valid11 = _errs27 === errors;
if(!valid11){
const err21 = {instancePath:instancePath+"/limits/messageLength",schemaPath:"#/properties/limits/properties/messageLength/propertyNames",keyword:"propertyNames",params:{propertyName: key6},message:"property name must be valid",schema:schema31.properties.limits.properties.messageLength.propertyNames,parentSchema:schema31.properties.limits.properties.messageLength,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
for(const key7 in data9){
let data10 = data9[key7];
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
const err22 = {instancePath:instancePath+"/limits/messageLength/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/limits/properties/messageLength/additionalProperties/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.messageLength.additionalProperties.type,parentSchema:schema31.properties.limits.properties.messageLength.additionalProperties,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1000000 || isNaN(data10)){
const err23 = {instancePath:instancePath+"/limits/messageLength/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/limits/properties/messageLength/additionalProperties/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},message:"must be <= 1000000",schema:1000000,parentSchema:schema31.properties.limits.properties.messageLength.additionalProperties,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data10 < 1 || isNaN(data10)){
const err24 = {instancePath:instancePath+"/limits/messageLength/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/limits/properties/messageLength/additionalProperties/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.limits.properties.messageLength.additionalProperties,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
}
else {
const err25 = {instancePath:instancePath+"/limits/messageLength",schemaPath:"#/properties/limits/properties/messageLength/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.limits.properties.messageLength.type,parentSchema:schema31.properties.limits.properties.messageLength,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data8.lagSeconds !== undefined){
let data11 = data8.lagSeconds;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 3600 || isNaN(data11)){
const err26 = {instancePath:instancePath+"/limits/lagSeconds",schemaPath:"#/properties/limits/properties/lagSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3600},message:"must be <= 3600",schema:3600,parentSchema:schema31.properties.limits.properties.lagSeconds,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data11 < 2 || isNaN(data11)){
const err27 = {instancePath:instancePath+"/limits/lagSeconds",schemaPath:"#/properties/limits/properties/lagSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2},message:"must be >= 2",schema:2,parentSchema:schema31.properties.limits.properties.lagSeconds,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/limits/lagSeconds",schemaPath:"#/properties/limits/properties/lagSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.limits.properties.lagSeconds.type,parentSchema:schema31.properties.limits.properties.lagSeconds,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.limits.type,parentSchema:schema31.properties.limits,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


// Generated from spec/ by `npm run generate`. Do not edit.
import { codePointLength } from '@cascade/yaml-file';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"profile","description":"What the verifier has to know of a provider.","type":"object","additionalProperties":false,"required":["keys","address","cascades","content"],"properties":{"target":{"description":"an http or https address","type":"string","pattern":"^https?://[^/]+(/.*[^/])?$"},"keys":{"type":"object","additionalProperties":false,"required":["good"],"properties":{"good":{"$ref":"#/$defs/key"},"wrong":{"$ref":"#/$defs/key"},"expired":{"$ref":"#/$defs/key","examples":["key-that-has-expired"]},"poor":{"$ref":"#/$defs/key","examples":["key-of-an-account-without-money"]},"small":{"type":"object","additionalProperties":false,"required":["key","affords"],"examples":[{"key":"key-of-an-account-for-3-texts","affords":3}],"properties":{"key":{"$ref":"#/$defs/key"},"affords":{"type":"integer","minimum":1,"maximum":1000},"fresh":{"description":"The account is new in each run, so an account that affords nothing is a finding.","const":true}}}}},"address":{"type":"string","minLength":1},"addresses":{"examples":[["+442079460958","+6834000"]],"type":"array","minItems":1,"maxItems":50,"items":{"type":"string","minLength":1}},"otherAccount":{"type":"object","additionalProperties":false,"required":["key","cascade"],"examples":[{"key":"key-of-another-account","cascade":{"id":777,"stages":[{"channel":"SMS"}]}}],"properties":{"key":{"$ref":"#/$defs/key"},"cascade":{"$ref":"#/$defs/cascade"}}},"cascades":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/cascade"}},"content":{"type":"object","minProperties":1,"additionalProperties":false,"properties":{"SMS":{"$ref":"#/$defs/kinds"},"CHATONE":{"$ref":"#/$defs/kinds"},"CHATTWO":{"$ref":"#/$defs/kinds"}}},"places":{"type":"object","additionalProperties":false,"properties":{"buttons":{"$ref":"#/$defs/pointer","examples":["/buttons"]},"action":{"$ref":"#/$defs/name","examples":["action"]},"payload":{"$ref":"#/$defs/name","examples":["payload"]},"listItem":{"$ref":"#/$defs/pointer","examples":["/listPicker/sections/0/items/0"]},"useMarketingMessagesApi":{"$ref":"#/$defs/pointer","examples":["/useMarketingMessagesApi"]},"messageActivitySharing":{"$ref":"#/$defs/pointer","examples":["/messageActivitySharing"]}}},"buttons":{"type":"object","additionalProperties":false,"properties":{"URL":{"type":"object","examples":[{"type":"URL","text":"Track it","url":"https://shop.example/orders/1234","action":"track"}]},"PHONE":{"type":"object","examples":[{"type":"PHONE","text":"Call us","phone":"+12025550100","action":"call"}]},"QUICK_REPLY":{"type":"object","examples":[{"type":"QUICK_REPLY","text":"Yes","payload":"confirm","action":"reply"}]}}},"callback":{"$ref":"#/$defs/callback"},"clock":{"type":"object","additionalProperties":false,"required":["method","url"],"examples":[{"method":"POST","url":"http://127.0.0.1:9000/clock","body":{"forward":"{seconds}"}}],"properties":{"method":{"type":"string"},"url":{"description":"an http or https address","type":"string","pattern":"^https?://"},"body":{"description":"{seconds} stands for the seconds to go forward."}}},"holds":{"type":"array","items":{"description":"ADR- and four digits","type":"string","pattern":"^ADR-[0-9]{4}$"}}},"$defs":{"cascade":{"type":"object","additionalProperties":false,"required":["id","stages"],"properties":{"id":{"type":"integer"},"olderCoverage":{"type":"boolean"},"stages":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["channel"],"properties":{"channel":{"$ref":"#/$defs/channel"},"uuid":{"description":"a UUID","type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}}}}}},"key":{"type":"string","minLength":1},"channel":{"enum":["SMS","CHATONE","CHATTWO"]},"pointer":{"description":"a JSON pointer","type":"string","pattern":"^(/[^/]+)+$"},"name":{"description":"the name of a member","type":"string","pattern":"^[^/{}]+$"},"kinds":{"type":"object","minProperties":1,"additionalProperties":false,"properties":{"text":{"type":"object","examples":[{"contentType":"TEXT","text":"Your order is ready"}]},"image":{"type":"object","examples":[{"contentType":"IMAGE","attachmentUrl":"https://files.example.test/shoe.jpg","header":"New","footer":"Thank you"}]},"captioned":{"type":"object","examples":[{"contentType":"BUTTON","caption":"Track it","action":"track"}]},"document":{"type":"object","examples":[{"contentType":"DOCUMENT","attachmentName":"a.pdf","attachmentUrl":"https://files.example.test/a.pdf"}]},"location":{"type":"object","examples":[{"contentType":"LOCATION","latitude":52.52,"longitude":13.405}]},"listPicker":{"type":"object","examples":[{"contentType":"LIST_PICKER","listPicker":{"sections":[{"items":[{"title":"Express delivery","subtitle":"Tomorrow before noon"}]}]}}]},"buttons":{"type":"object","examples":[{"contentType":"TEXT","text":"Your order is ready","buttons":[{"type":"QUICK_REPLY","text":"Yes","payload":"confirm","action":"reply"}]}]},"marketing":{"type":"object","examples":[{"contentType":"TEXT","text":"Ten percent off","useMarketingMessagesApi":true,"messageActivitySharing":false}]},"button":{"type":"object","examples":[{"contentType":"BUTTON","caption":"Track it","action":"track"}]},"actionObject":{"type":"object","examples":[{"contentType":"BUTTON","caption":"Track it","action":{"url":"https://shop.example"}}]}}},"callback":{"type":"object","additionalProperties":false,"examples":[{"register":{"method":"POST","path":"/api/callback/set","body":{"statusCallbackUrl":"{url}"}},"reasons":{"message-undeliverable":{"address":"+12025550111"}}}],"properties":{"listen":{"description":"host:port, port 0 for a free one","type":"string","pattern":"^[^/]+:[0-9]{1,5}$"},"publicUrl":{"description":"an http or https address","type":"string","pattern":"^https?://"},"register":{"type":"object","additionalProperties":false,"required":["method","path","body"],"properties":{"method":{"type":"string"},"path":{"type":"string","pattern":"^/"},"body":{"description":"{url} stands for the address."}}},"secret":{"examples":["whsec_c2VjcmV0LW9mLXRoZS1jYWxsYmFja3M="],"description":"whsec_ and base64","type":"string","pattern":"^whsec_[A-Za-z0-9+/=]+$"},"withinSeconds":{"type":"number","exclusiveMinimum":0,"maximum":600},"repeatsWithinSeconds":{"examples":[10],"type":"number","exclusiveMinimum":0,"maximum":600},"delivers":{"examples":[true],"description":"Messages to address reach it.","const":true},"members":{"type":"object","additionalProperties":false,"properties":{"requestId":{"$ref":"#/$defs/pointer"},"status":{"$ref":"#/$defs/pointer"},"reason":{"$ref":"#/$defs/pointer"}}},"reasons":{"type":"object","examples":[{"message-undeliverable":{"address":"+12025550111"}}],"additionalProperties":{"examples":[{"address":"address-that-provokes-it"}],"type":"object","additionalProperties":false,"properties":{"address":{"type":"string","minLength":1},"channel":{"$ref":"#/$defs/channel"},"twice":{"const":true},"text":{"description":"A text that is too long or matches no template.","type":"string","minLength":1},"cascade":{"description":"A cascade whose sender signature is not activated.","$ref":"#/$defs/cascade"}}}}}}}};
const schema32 = {"type":"string","minLength":1};
const schema40 = {"type":"object","minProperties":1,"additionalProperties":false,"properties":{"text":{"type":"object","examples":[{"contentType":"TEXT","text":"Your order is ready"}]},"image":{"type":"object","examples":[{"contentType":"IMAGE","attachmentUrl":"https://files.example.test/shoe.jpg","header":"New","footer":"Thank you"}]},"captioned":{"type":"object","examples":[{"contentType":"BUTTON","caption":"Track it","action":"track"}]},"document":{"type":"object","examples":[{"contentType":"DOCUMENT","attachmentName":"a.pdf","attachmentUrl":"https://files.example.test/a.pdf"}]},"location":{"type":"object","examples":[{"contentType":"LOCATION","latitude":52.52,"longitude":13.405}]},"listPicker":{"type":"object","examples":[{"contentType":"LIST_PICKER","listPicker":{"sections":[{"items":[{"title":"Express delivery","subtitle":"Tomorrow before noon"}]}]}}]},"buttons":{"type":"object","examples":[{"contentType":"TEXT","text":"Your order is ready","buttons":[{"type":"QUICK_REPLY","text":"Yes","payload":"confirm","action":"reply"}]}]},"marketing":{"type":"object","examples":[{"contentType":"TEXT","text":"Ten percent off","useMarketingMessagesApi":true,"messageActivitySharing":false}]},"button":{"type":"object","examples":[{"contentType":"BUTTON","caption":"Track it","action":"track"}]},"actionObject":{"type":"object","examples":[{"contentType":"BUTTON","caption":"Track it","action":{"url":"https://shop.example"}}]}}};
const schema43 = {"description":"a JSON pointer","type":"string","pattern":"^(/[^/]+)+$"};
const schema44 = {"description":"the name of a member","type":"string","pattern":"^[^/{}]+$"};
const func1 = Object.prototype.hasOwnProperty;
const func2 = codePointLength;
const pattern4 = new RegExp("^https?://[^/]+(/.*[^/])?$", "u");
const pattern6 = new RegExp("^(/[^/]+)+$", "u");
const pattern7 = new RegExp("^[^/{}]+$", "u");
const pattern13 = new RegExp("^https?://", "u");
const pattern20 = new RegExp("^ADR-[0-9]{4}$", "u");
const schema38 = {"type":"object","additionalProperties":false,"required":["id","stages"],"properties":{"id":{"type":"integer"},"olderCoverage":{"type":"boolean"},"stages":{"type":"array","minItems":1,"items":{"type":"object","additionalProperties":false,"required":["channel"],"properties":{"channel":{"$ref":"#/$defs/channel"},"uuid":{"description":"a UUID","type":"string","pattern":"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"}}}}}};
const schema39 = {"enum":["SMS","CHATONE","CHATTWO"]};
const pattern5 = new RegExp("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", "u");

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.stages === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "stages"},message:"must have required property '"+"stages"+"'",schema:schema38.required,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "id") || (key0 === "olderCoverage")) || (key0 === "stages"))){
const err2 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err3 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema38.properties.id.type,parentSchema:schema38.properties.id,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.olderCoverage !== undefined){
let data1 = data.olderCoverage;
if(typeof data1 !== "boolean"){
const err4 = {instancePath:instancePath+"/olderCoverage",schemaPath:"#/properties/olderCoverage/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema38.properties.olderCoverage.type,parentSchema:schema38.properties.olderCoverage,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.stages !== undefined){
let data2 = data.stages;
if(Array.isArray(data2)){
if(data2.length < 1){
const err5 = {instancePath:instancePath+"/stages",schemaPath:"#/properties/stages/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema38.properties.stages,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.channel === undefined){
const err6 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/properties/stages/items/required",keyword:"required",params:{missingProperty: "channel"},message:"must have required property '"+"channel"+"'",schema:schema38.properties.stages.items.required,parentSchema:schema38.properties.stages.items,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 in data3){
if(!((key1 === "channel") || (key1 === "uuid"))){
const err7 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/properties/stages/items/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema38.properties.stages.items,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data3.channel !== undefined){
let data4 = data3.channel;
if(!(((data4 === "SMS") || (data4 === "CHATONE")) || (data4 === "CHATTWO"))){
const err8 = {instancePath:instancePath+"/stages/" + i0+"/channel",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema39.enum},message:"must be equal to one of the allowed values",schema:schema39.enum,parentSchema:schema39,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data3.uuid !== undefined){
let data5 = data3.uuid;
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err9 = {instancePath:instancePath+"/stages/" + i0+"/uuid",schemaPath:"#/properties/stages/items/properties/uuid/pattern",keyword:"pattern",params:{pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"},message:"must match pattern \""+"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"+"\"",schema:"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",parentSchema:schema38.properties.stages.items.properties.uuid,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/stages/" + i0+"/uuid",schemaPath:"#/properties/stages/items/properties/uuid/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema38.properties.stages.items.properties.uuid.type,parentSchema:schema38.properties.stages.items.properties.uuid,data:data5};
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
const err11 = {instancePath:instancePath+"/stages/" + i0,schemaPath:"#/properties/stages/items/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.properties.stages.items.type,parentSchema:schema38.properties.stages.items,data:data3};
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
else {
const err12 = {instancePath:instancePath+"/stages",schemaPath:"#/properties/stages/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema38.properties.stages.type,parentSchema:schema38.properties.stages,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema49 = {"type":"object","additionalProperties":false,"examples":[{"register":{"method":"POST","path":"/api/callback/set","body":{"statusCallbackUrl":"{url}"}},"reasons":{"message-undeliverable":{"address":"+12025550111"}}}],"properties":{"listen":{"description":"host:port, port 0 for a free one","type":"string","pattern":"^[^/]+:[0-9]{1,5}$"},"publicUrl":{"description":"an http or https address","type":"string","pattern":"^https?://"},"register":{"type":"object","additionalProperties":false,"required":["method","path","body"],"properties":{"method":{"type":"string"},"path":{"type":"string","pattern":"^/"},"body":{"description":"{url} stands for the address."}}},"secret":{"examples":["whsec_c2VjcmV0LW9mLXRoZS1jYWxsYmFja3M="],"description":"whsec_ and base64","type":"string","pattern":"^whsec_[A-Za-z0-9+/=]+$"},"withinSeconds":{"type":"number","exclusiveMinimum":0,"maximum":600},"repeatsWithinSeconds":{"examples":[10],"type":"number","exclusiveMinimum":0,"maximum":600},"delivers":{"examples":[true],"description":"Messages to address reach it.","const":true},"members":{"type":"object","additionalProperties":false,"properties":{"requestId":{"$ref":"#/$defs/pointer"},"status":{"$ref":"#/$defs/pointer"},"reason":{"$ref":"#/$defs/pointer"}}},"reasons":{"type":"object","examples":[{"message-undeliverable":{"address":"+12025550111"}}],"additionalProperties":{"examples":[{"address":"address-that-provokes-it"}],"type":"object","additionalProperties":false,"properties":{"address":{"type":"string","minLength":1},"channel":{"$ref":"#/$defs/channel"},"twice":{"const":true},"text":{"description":"A text that is too long or matches no template.","type":"string","minLength":1},"cascade":{"description":"A cascade whose sender signature is not activated.","$ref":"#/$defs/cascade"}}}}}};
const pattern12 = new RegExp("^[^/]+:[0-9]{1,5}$", "u");
const pattern14 = new RegExp("^/", "u");
const pattern15 = new RegExp("^whsec_[A-Za-z0-9+/=]+$", "u");

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
for(const key0 in data){
if(!(func1.call(schema49.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema49,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.listen !== undefined){
let data0 = data.listen;
if(typeof data0 === "string"){
if(!pattern12.test(data0)){
const err1 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/pattern",keyword:"pattern",params:{pattern: "^[^/]+:[0-9]{1,5}$"},message:"must match pattern \""+"^[^/]+:[0-9]{1,5}$"+"\"",schema:"^[^/]+:[0-9]{1,5}$",parentSchema:schema49.properties.listen,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.listen.type,parentSchema:schema49.properties.listen,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.publicUrl !== undefined){
let data1 = data.publicUrl;
if(typeof data1 === "string"){
if(!pattern13.test(data1)){
const err3 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/pattern",keyword:"pattern",params:{pattern: "^https?://"},message:"must match pattern \""+"^https?://"+"\"",schema:"^https?://",parentSchema:schema49.properties.publicUrl,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.publicUrl.type,parentSchema:schema49.properties.publicUrl,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.register !== undefined){
let data2 = data.register;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.method === undefined){
const err5 = {instancePath:instancePath+"/register",schemaPath:"#/properties/register/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'",schema:schema49.properties.register.required,parentSchema:schema49.properties.register,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data2.path === undefined){
const err6 = {instancePath:instancePath+"/register",schemaPath:"#/properties/register/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema49.properties.register.required,parentSchema:schema49.properties.register,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2.body === undefined){
const err7 = {instancePath:instancePath+"/register",schemaPath:"#/properties/register/required",keyword:"required",params:{missingProperty: "body"},message:"must have required property '"+"body"+"'",schema:schema49.properties.register.required,parentSchema:schema49.properties.register,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 in data2){
if(!(((key1 === "method") || (key1 === "path")) || (key1 === "body"))){
const err8 = {instancePath:instancePath+"/register",schemaPath:"#/properties/register/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema49.properties.register,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data2.method !== undefined){
let data3 = data2.method;
if(typeof data3 !== "string"){
const err9 = {instancePath:instancePath+"/register/method",schemaPath:"#/properties/register/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.register.properties.method.type,parentSchema:schema49.properties.register.properties.method,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data2.path !== undefined){
let data4 = data2.path;
if(typeof data4 === "string"){
if(!pattern14.test(data4)){
const err10 = {instancePath:instancePath+"/register/path",schemaPath:"#/properties/register/properties/path/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema49.properties.register.properties.path,data:data4};
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
const err11 = {instancePath:instancePath+"/register/path",schemaPath:"#/properties/register/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.register.properties.path.type,parentSchema:schema49.properties.register.properties.path,data:data4};
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
else {
const err12 = {instancePath:instancePath+"/register",schemaPath:"#/properties/register/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema49.properties.register.type,parentSchema:schema49.properties.register,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.secret !== undefined){
let data5 = data.secret;
if(typeof data5 === "string"){
if(!pattern15.test(data5)){
const err13 = {instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/pattern",keyword:"pattern",params:{pattern: "^whsec_[A-Za-z0-9+/=]+$"},message:"must match pattern \""+"^whsec_[A-Za-z0-9+/=]+$"+"\"",schema:"^whsec_[A-Za-z0-9+/=]+$",parentSchema:schema49.properties.secret,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/secret",schemaPath:"#/properties/secret/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.secret.type,parentSchema:schema49.properties.secret,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.withinSeconds !== undefined){
let data6 = data.withinSeconds;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 600 || isNaN(data6)){
const err15 = {instancePath:instancePath+"/withinSeconds",schemaPath:"#/properties/withinSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema49.properties.withinSeconds,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data6 <= 0 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/withinSeconds",schemaPath:"#/properties/withinSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema49.properties.withinSeconds,data:data6};
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
const err17 = {instancePath:instancePath+"/withinSeconds",schemaPath:"#/properties/withinSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema49.properties.withinSeconds.type,parentSchema:schema49.properties.withinSeconds,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.repeatsWithinSeconds !== undefined){
let data7 = data.repeatsWithinSeconds;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 600 || isNaN(data7)){
const err18 = {instancePath:instancePath+"/repeatsWithinSeconds",schemaPath:"#/properties/repeatsWithinSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema49.properties.repeatsWithinSeconds,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data7 <= 0 || isNaN(data7)){
const err19 = {instancePath:instancePath+"/repeatsWithinSeconds",schemaPath:"#/properties/repeatsWithinSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema49.properties.repeatsWithinSeconds,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/repeatsWithinSeconds",schemaPath:"#/properties/repeatsWithinSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema49.properties.repeatsWithinSeconds.type,parentSchema:schema49.properties.repeatsWithinSeconds,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.delivers !== undefined){
let data8 = data.delivers;
if(true !== data8){
const err21 = {instancePath:instancePath+"/delivers",schemaPath:"#/properties/delivers/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema49.properties.delivers,data:data8};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.members !== undefined){
let data9 = data.members;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key2 in data9){
if(!(((key2 === "requestId") || (key2 === "status")) || (key2 === "reason"))){
const err22 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema49.properties.members,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data9.requestId !== undefined){
let data10 = data9.requestId;
if(typeof data10 === "string"){
if(!pattern6.test(data10)){
const err23 = {instancePath:instancePath+"/members/requestId",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/members/requestId",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data9.status !== undefined){
let data11 = data9.status;
if(typeof data11 === "string"){
if(!pattern6.test(data11)){
const err25 = {instancePath:instancePath+"/members/status",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/members/status",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data9.reason !== undefined){
let data12 = data9.reason;
if(typeof data12 === "string"){
if(!pattern6.test(data12)){
const err27 = {instancePath:instancePath+"/members/reason",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data12};
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
const err28 = {instancePath:instancePath+"/members/reason",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data12};
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
const err29 = {instancePath:instancePath+"/members",schemaPath:"#/properties/members/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema49.properties.members.type,parentSchema:schema49.properties.members,data:data9};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.reasons !== undefined){
let data13 = data.reasons;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key3 in data13){
let data14 = data13[key3];
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key4 in data14){
if(!(((((key4 === "address") || (key4 === "channel")) || (key4 === "twice")) || (key4 === "text")) || (key4 === "cascade"))){
const err30 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/reasons/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema49.properties.reasons.additionalProperties,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data14.address !== undefined){
let data15 = data14.address;
if(typeof data15 === "string"){
if(func2(data15) < 1){
const err31 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/address",schemaPath:"#/properties/reasons/additionalProperties/properties/address/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.properties.reasons.additionalProperties.properties.address,data:data15};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/address",schemaPath:"#/properties/reasons/additionalProperties/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.reasons.additionalProperties.properties.address.type,parentSchema:schema49.properties.reasons.additionalProperties.properties.address,data:data15};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data14.channel !== undefined){
let data16 = data14.channel;
if(!(((data16 === "SMS") || (data16 === "CHATONE")) || (data16 === "CHATTWO"))){
const err33 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/channel",schemaPath:"#/$defs/channel/enum",keyword:"enum",params:{allowedValues: schema39.enum},message:"must be equal to one of the allowed values",schema:schema39.enum,parentSchema:schema39,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data14.twice !== undefined){
let data17 = data14.twice;
if(true !== data17){
const err34 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/twice",schemaPath:"#/properties/reasons/additionalProperties/properties/twice/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema49.properties.reasons.additionalProperties.properties.twice,data:data17};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data14.text !== undefined){
let data18 = data14.text;
if(typeof data18 === "string"){
if(func2(data18) < 1){
const err35 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/text",schemaPath:"#/properties/reasons/additionalProperties/properties/text/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema49.properties.reasons.additionalProperties.properties.text,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/text",schemaPath:"#/properties/reasons/additionalProperties/properties/text/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema49.properties.reasons.additionalProperties.properties.text.type,parentSchema:schema49.properties.reasons.additionalProperties.properties.text,data:data18};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data14.cascade !== undefined){
if(!(validate21(data14.cascade, {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/cascade",parentData:data14,parentDataProperty:"cascade",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err37 = {instancePath:instancePath+"/reasons/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/reasons/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema49.properties.reasons.additionalProperties.type,parentSchema:schema49.properties.reasons.additionalProperties,data:data14};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/reasons",schemaPath:"#/properties/reasons/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema49.properties.reasons.type,parentSchema:schema49.properties.reasons,data:data13};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema49.type,parentSchema:schema49,data};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="profile" */;
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
if(data.keys === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "keys"},message:"must have required property '"+"keys"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.address === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "address"},message:"must have required property '"+"address"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.cascades === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cascades"},message:"must have required property '"+"cascades"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.content === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content"},message:"must have required property '"+"content"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err4 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.target !== undefined){
let data0 = data.target;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/pattern",keyword:"pattern",params:{pattern: "^https?://[^/]+(/.*[^/])?$"},message:"must match pattern \""+"^https?://[^/]+(/.*[^/])?$"+"\"",schema:"^https?://[^/]+(/.*[^/])?$",parentSchema:schema31.properties.target,data:data0};
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
const err6 = {instancePath:instancePath+"/target",schemaPath:"#/properties/target/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.target.type,parentSchema:schema31.properties.target,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.keys !== undefined){
let data1 = data.keys;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.good === undefined){
const err7 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/required",keyword:"required",params:{missingProperty: "good"},message:"must have required property '"+"good"+"'",schema:schema31.properties.keys.required,parentSchema:schema31.properties.keys,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 in data1){
if(!(((((key1 === "good") || (key1 === "wrong")) || (key1 === "expired")) || (key1 === "poor")) || (key1 === "small"))){
const err8 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.keys,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data1.good !== undefined){
let data2 = data1.good;
if(typeof data2 === "string"){
if(func2(data2) < 1){
const err9 = {instancePath:instancePath+"/keys/good",schemaPath:"#/$defs/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/keys/good",schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.wrong !== undefined){
let data3 = data1.wrong;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err11 = {instancePath:instancePath+"/keys/wrong",schemaPath:"#/$defs/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/keys/wrong",schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data1.expired !== undefined){
let data4 = data1.expired;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err13 = {instancePath:instancePath+"/keys/expired",schemaPath:"#/$defs/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/keys/expired",schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data1.poor !== undefined){
let data5 = data1.poor;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err15 = {instancePath:instancePath+"/keys/poor",schemaPath:"#/$defs/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32,data:data5};
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
const err16 = {instancePath:instancePath+"/keys/poor",schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data1.small !== undefined){
let data6 = data1.small;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.key === undefined){
const err17 = {instancePath:instancePath+"/keys/small",schemaPath:"#/properties/keys/properties/small/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema31.properties.keys.properties.small.required,parentSchema:schema31.properties.keys.properties.small,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data6.affords === undefined){
const err18 = {instancePath:instancePath+"/keys/small",schemaPath:"#/properties/keys/properties/small/required",keyword:"required",params:{missingProperty: "affords"},message:"must have required property '"+"affords"+"'",schema:schema31.properties.keys.properties.small.required,parentSchema:schema31.properties.keys.properties.small,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key2 in data6){
if(!(((key2 === "key") || (key2 === "affords")) || (key2 === "fresh"))){
const err19 = {instancePath:instancePath+"/keys/small",schemaPath:"#/properties/keys/properties/small/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.keys.properties.small,data:data6};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data6.key !== undefined){
let data7 = data6.key;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err20 = {instancePath:instancePath+"/keys/small/key",schemaPath:"#/$defs/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/keys/small/key",schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data6.affords !== undefined){
let data8 = data6.affords;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err22 = {instancePath:instancePath+"/keys/small/affords",schemaPath:"#/properties/keys/properties/small/properties/affords/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.keys.properties.small.properties.affords.type,parentSchema:schema31.properties.keys.properties.small.properties.affords,data:data8};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000 || isNaN(data8)){
const err23 = {instancePath:instancePath+"/keys/small/affords",schemaPath:"#/properties/keys/properties/small/properties/affords/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},message:"must be <= 1000",schema:1000,parentSchema:schema31.properties.keys.properties.small.properties.affords,data:data8};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data8 < 1 || isNaN(data8)){
const err24 = {instancePath:instancePath+"/keys/small/affords",schemaPath:"#/properties/keys/properties/small/properties/affords/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.keys.properties.small.properties.affords,data:data8};
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
if(data6.fresh !== undefined){
let data9 = data6.fresh;
if(true !== data9){
const err25 = {instancePath:instancePath+"/keys/small/fresh",schemaPath:"#/properties/keys/properties/small/properties/fresh/const",keyword:"const",params:{allowedValue: true},message:"must be equal to constant",schema:true,parentSchema:schema31.properties.keys.properties.small.properties.fresh,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
else {
const err26 = {instancePath:instancePath+"/keys/small",schemaPath:"#/properties/keys/properties/small/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.keys.properties.small.type,parentSchema:schema31.properties.keys.properties.small,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/keys",schemaPath:"#/properties/keys/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.keys.type,parentSchema:schema31.properties.keys,data:data1};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.address !== undefined){
let data10 = data.address;
if(typeof data10 === "string"){
if(func2(data10) < 1){
const err28 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.address,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/address",schemaPath:"#/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.address.type,parentSchema:schema31.properties.address,data:data10};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.addresses !== undefined){
let data11 = data.addresses;
if(Array.isArray(data11)){
if(data11.length > 50){
const err30 = {instancePath:instancePath+"/addresses",schemaPath:"#/properties/addresses/maxItems",keyword:"maxItems",params:{limit: 50},message:"must NOT have more than 50 items",schema:50,parentSchema:schema31.properties.addresses,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data11.length < 1){
const err31 = {instancePath:instancePath+"/addresses",schemaPath:"#/properties/addresses/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.addresses,data:data11};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
let data12 = data11[i0];
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err32 = {instancePath:instancePath+"/addresses/" + i0,schemaPath:"#/properties/addresses/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.addresses.items,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/addresses/" + i0,schemaPath:"#/properties/addresses/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.addresses.items.type,parentSchema:schema31.properties.addresses.items,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/addresses",schemaPath:"#/properties/addresses/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.addresses.type,parentSchema:schema31.properties.addresses,data:data11};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.otherAccount !== undefined){
let data13 = data.otherAccount;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(data13.key === undefined){
const err35 = {instancePath:instancePath+"/otherAccount",schemaPath:"#/properties/otherAccount/required",keyword:"required",params:{missingProperty: "key"},message:"must have required property '"+"key"+"'",schema:schema31.properties.otherAccount.required,parentSchema:schema31.properties.otherAccount,data:data13};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data13.cascade === undefined){
const err36 = {instancePath:instancePath+"/otherAccount",schemaPath:"#/properties/otherAccount/required",keyword:"required",params:{missingProperty: "cascade"},message:"must have required property '"+"cascade"+"'",schema:schema31.properties.otherAccount.required,parentSchema:schema31.properties.otherAccount,data:data13};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
for(const key3 in data13){
if(!((key3 === "key") || (key3 === "cascade"))){
const err37 = {instancePath:instancePath+"/otherAccount",schemaPath:"#/properties/otherAccount/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.otherAccount,data:data13};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data13.key !== undefined){
let data14 = data13.key;
if(typeof data14 === "string"){
if(func2(data14) < 1){
const err38 = {instancePath:instancePath+"/otherAccount/key",schemaPath:"#/$defs/key/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32,data:data14};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
else {
const err39 = {instancePath:instancePath+"/otherAccount/key",schemaPath:"#/$defs/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.type,parentSchema:schema32,data:data14};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data13.cascade !== undefined){
if(!(validate21(data13.cascade, {instancePath:instancePath+"/otherAccount/cascade",parentData:data13,parentDataProperty:"cascade",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err40 = {instancePath:instancePath+"/otherAccount",schemaPath:"#/properties/otherAccount/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.otherAccount.type,parentSchema:schema31.properties.otherAccount,data:data13};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.cascades !== undefined){
let data16 = data.cascades;
if(Array.isArray(data16)){
if(data16.length < 1){
const err41 = {instancePath:instancePath+"/cascades",schemaPath:"#/properties/cascades/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.cascades,data:data16};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
const len1 = data16.length;
for(let i1=0; i1<len1; i1++){
if(!(validate21(data16[i1], {instancePath:instancePath+"/cascades/" + i1,parentData:data16,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err42 = {instancePath:instancePath+"/cascades",schemaPath:"#/properties/cascades/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.cascades.type,parentSchema:schema31.properties.cascades,data:data16};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.content !== undefined){
let data18 = data.content;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err43 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema31.properties.content,data:data18};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
for(const key4 in data18){
if(!(((key4 === "SMS") || (key4 === "CHATONE")) || (key4 === "CHATTWO"))){
const err44 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.content,data:data18};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data18.SMS !== undefined){
let data19 = data18.SMS;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err45 = {instancePath:instancePath+"/content/SMS",schemaPath:"#/$defs/kinds/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
for(const key5 in data19){
if(!(func1.call(schema40.properties, key5))){
const err46 = {instancePath:instancePath+"/content/SMS",schemaPath:"#/$defs/kinds/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data19.text !== undefined){
let data20 = data19.text;
if(!(data20 && typeof data20 == "object" && !Array.isArray(data20))){
const err47 = {instancePath:instancePath+"/content/SMS/text",schemaPath:"#/$defs/kinds/properties/text/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.text.type,parentSchema:schema40.properties.text,data:data20};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data19.image !== undefined){
let data21 = data19.image;
if(!(data21 && typeof data21 == "object" && !Array.isArray(data21))){
const err48 = {instancePath:instancePath+"/content/SMS/image",schemaPath:"#/$defs/kinds/properties/image/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.image.type,parentSchema:schema40.properties.image,data:data21};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data19.captioned !== undefined){
let data22 = data19.captioned;
if(!(data22 && typeof data22 == "object" && !Array.isArray(data22))){
const err49 = {instancePath:instancePath+"/content/SMS/captioned",schemaPath:"#/$defs/kinds/properties/captioned/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.captioned.type,parentSchema:schema40.properties.captioned,data:data22};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data19.document !== undefined){
let data23 = data19.document;
if(!(data23 && typeof data23 == "object" && !Array.isArray(data23))){
const err50 = {instancePath:instancePath+"/content/SMS/document",schemaPath:"#/$defs/kinds/properties/document/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.document.type,parentSchema:schema40.properties.document,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data19.location !== undefined){
let data24 = data19.location;
if(!(data24 && typeof data24 == "object" && !Array.isArray(data24))){
const err51 = {instancePath:instancePath+"/content/SMS/location",schemaPath:"#/$defs/kinds/properties/location/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.location.type,parentSchema:schema40.properties.location,data:data24};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data19.listPicker !== undefined){
let data25 = data19.listPicker;
if(!(data25 && typeof data25 == "object" && !Array.isArray(data25))){
const err52 = {instancePath:instancePath+"/content/SMS/listPicker",schemaPath:"#/$defs/kinds/properties/listPicker/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.listPicker.type,parentSchema:schema40.properties.listPicker,data:data25};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data19.buttons !== undefined){
let data26 = data19.buttons;
if(!(data26 && typeof data26 == "object" && !Array.isArray(data26))){
const err53 = {instancePath:instancePath+"/content/SMS/buttons",schemaPath:"#/$defs/kinds/properties/buttons/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.buttons.type,parentSchema:schema40.properties.buttons,data:data26};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data19.marketing !== undefined){
let data27 = data19.marketing;
if(!(data27 && typeof data27 == "object" && !Array.isArray(data27))){
const err54 = {instancePath:instancePath+"/content/SMS/marketing",schemaPath:"#/$defs/kinds/properties/marketing/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.marketing.type,parentSchema:schema40.properties.marketing,data:data27};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data19.button !== undefined){
let data28 = data19.button;
if(!(data28 && typeof data28 == "object" && !Array.isArray(data28))){
const err55 = {instancePath:instancePath+"/content/SMS/button",schemaPath:"#/$defs/kinds/properties/button/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.button.type,parentSchema:schema40.properties.button,data:data28};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data19.actionObject !== undefined){
let data29 = data19.actionObject;
if(!(data29 && typeof data29 == "object" && !Array.isArray(data29))){
const err56 = {instancePath:instancePath+"/content/SMS/actionObject",schemaPath:"#/$defs/kinds/properties/actionObject/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.actionObject.type,parentSchema:schema40.properties.actionObject,data:data29};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/content/SMS",schemaPath:"#/$defs/kinds/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data:data19};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data18.CHATONE !== undefined){
let data30 = data18.CHATONE;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(Object.keys(data30).length < 1){
const err58 = {instancePath:instancePath+"/content/CHATONE",schemaPath:"#/$defs/kinds/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema40,data:data30};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
for(const key6 in data30){
if(!(func1.call(schema40.properties, key6))){
const err59 = {instancePath:instancePath+"/content/CHATONE",schemaPath:"#/$defs/kinds/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data:data30};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data30.text !== undefined){
let data31 = data30.text;
if(!(data31 && typeof data31 == "object" && !Array.isArray(data31))){
const err60 = {instancePath:instancePath+"/content/CHATONE/text",schemaPath:"#/$defs/kinds/properties/text/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.text.type,parentSchema:schema40.properties.text,data:data31};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data30.image !== undefined){
let data32 = data30.image;
if(!(data32 && typeof data32 == "object" && !Array.isArray(data32))){
const err61 = {instancePath:instancePath+"/content/CHATONE/image",schemaPath:"#/$defs/kinds/properties/image/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.image.type,parentSchema:schema40.properties.image,data:data32};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data30.captioned !== undefined){
let data33 = data30.captioned;
if(!(data33 && typeof data33 == "object" && !Array.isArray(data33))){
const err62 = {instancePath:instancePath+"/content/CHATONE/captioned",schemaPath:"#/$defs/kinds/properties/captioned/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.captioned.type,parentSchema:schema40.properties.captioned,data:data33};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data30.document !== undefined){
let data34 = data30.document;
if(!(data34 && typeof data34 == "object" && !Array.isArray(data34))){
const err63 = {instancePath:instancePath+"/content/CHATONE/document",schemaPath:"#/$defs/kinds/properties/document/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.document.type,parentSchema:schema40.properties.document,data:data34};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data30.location !== undefined){
let data35 = data30.location;
if(!(data35 && typeof data35 == "object" && !Array.isArray(data35))){
const err64 = {instancePath:instancePath+"/content/CHATONE/location",schemaPath:"#/$defs/kinds/properties/location/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.location.type,parentSchema:schema40.properties.location,data:data35};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data30.listPicker !== undefined){
let data36 = data30.listPicker;
if(!(data36 && typeof data36 == "object" && !Array.isArray(data36))){
const err65 = {instancePath:instancePath+"/content/CHATONE/listPicker",schemaPath:"#/$defs/kinds/properties/listPicker/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.listPicker.type,parentSchema:schema40.properties.listPicker,data:data36};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data30.buttons !== undefined){
let data37 = data30.buttons;
if(!(data37 && typeof data37 == "object" && !Array.isArray(data37))){
const err66 = {instancePath:instancePath+"/content/CHATONE/buttons",schemaPath:"#/$defs/kinds/properties/buttons/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.buttons.type,parentSchema:schema40.properties.buttons,data:data37};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data30.marketing !== undefined){
let data38 = data30.marketing;
if(!(data38 && typeof data38 == "object" && !Array.isArray(data38))){
const err67 = {instancePath:instancePath+"/content/CHATONE/marketing",schemaPath:"#/$defs/kinds/properties/marketing/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.marketing.type,parentSchema:schema40.properties.marketing,data:data38};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data30.button !== undefined){
let data39 = data30.button;
if(!(data39 && typeof data39 == "object" && !Array.isArray(data39))){
const err68 = {instancePath:instancePath+"/content/CHATONE/button",schemaPath:"#/$defs/kinds/properties/button/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.button.type,parentSchema:schema40.properties.button,data:data39};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data30.actionObject !== undefined){
let data40 = data30.actionObject;
if(!(data40 && typeof data40 == "object" && !Array.isArray(data40))){
const err69 = {instancePath:instancePath+"/content/CHATONE/actionObject",schemaPath:"#/$defs/kinds/properties/actionObject/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.actionObject.type,parentSchema:schema40.properties.actionObject,data:data40};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
else {
const err70 = {instancePath:instancePath+"/content/CHATONE",schemaPath:"#/$defs/kinds/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data:data30};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data18.CHATTWO !== undefined){
let data41 = data18.CHATTWO;
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(Object.keys(data41).length < 1){
const err71 = {instancePath:instancePath+"/content/CHATTWO",schemaPath:"#/$defs/kinds/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties",schema:1,parentSchema:schema40,data:data41};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
for(const key7 in data41){
if(!(func1.call(schema40.properties, key7))){
const err72 = {instancePath:instancePath+"/content/CHATTWO",schemaPath:"#/$defs/kinds/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema40,data:data41};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data41.text !== undefined){
let data42 = data41.text;
if(!(data42 && typeof data42 == "object" && !Array.isArray(data42))){
const err73 = {instancePath:instancePath+"/content/CHATTWO/text",schemaPath:"#/$defs/kinds/properties/text/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.text.type,parentSchema:schema40.properties.text,data:data42};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
if(data41.image !== undefined){
let data43 = data41.image;
if(!(data43 && typeof data43 == "object" && !Array.isArray(data43))){
const err74 = {instancePath:instancePath+"/content/CHATTWO/image",schemaPath:"#/$defs/kinds/properties/image/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.image.type,parentSchema:schema40.properties.image,data:data43};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data41.captioned !== undefined){
let data44 = data41.captioned;
if(!(data44 && typeof data44 == "object" && !Array.isArray(data44))){
const err75 = {instancePath:instancePath+"/content/CHATTWO/captioned",schemaPath:"#/$defs/kinds/properties/captioned/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.captioned.type,parentSchema:schema40.properties.captioned,data:data44};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data41.document !== undefined){
let data45 = data41.document;
if(!(data45 && typeof data45 == "object" && !Array.isArray(data45))){
const err76 = {instancePath:instancePath+"/content/CHATTWO/document",schemaPath:"#/$defs/kinds/properties/document/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.document.type,parentSchema:schema40.properties.document,data:data45};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data41.location !== undefined){
let data46 = data41.location;
if(!(data46 && typeof data46 == "object" && !Array.isArray(data46))){
const err77 = {instancePath:instancePath+"/content/CHATTWO/location",schemaPath:"#/$defs/kinds/properties/location/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.location.type,parentSchema:schema40.properties.location,data:data46};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
if(data41.listPicker !== undefined){
let data47 = data41.listPicker;
if(!(data47 && typeof data47 == "object" && !Array.isArray(data47))){
const err78 = {instancePath:instancePath+"/content/CHATTWO/listPicker",schemaPath:"#/$defs/kinds/properties/listPicker/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.listPicker.type,parentSchema:schema40.properties.listPicker,data:data47};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
if(data41.buttons !== undefined){
let data48 = data41.buttons;
if(!(data48 && typeof data48 == "object" && !Array.isArray(data48))){
const err79 = {instancePath:instancePath+"/content/CHATTWO/buttons",schemaPath:"#/$defs/kinds/properties/buttons/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.buttons.type,parentSchema:schema40.properties.buttons,data:data48};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data41.marketing !== undefined){
let data49 = data41.marketing;
if(!(data49 && typeof data49 == "object" && !Array.isArray(data49))){
const err80 = {instancePath:instancePath+"/content/CHATTWO/marketing",schemaPath:"#/$defs/kinds/properties/marketing/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.marketing.type,parentSchema:schema40.properties.marketing,data:data49};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
if(data41.button !== undefined){
let data50 = data41.button;
if(!(data50 && typeof data50 == "object" && !Array.isArray(data50))){
const err81 = {instancePath:instancePath+"/content/CHATTWO/button",schemaPath:"#/$defs/kinds/properties/button/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.button.type,parentSchema:schema40.properties.button,data:data50};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data41.actionObject !== undefined){
let data51 = data41.actionObject;
if(!(data51 && typeof data51 == "object" && !Array.isArray(data51))){
const err82 = {instancePath:instancePath+"/content/CHATTWO/actionObject",schemaPath:"#/$defs/kinds/properties/actionObject/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.properties.actionObject.type,parentSchema:schema40.properties.actionObject,data:data51};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
else {
const err83 = {instancePath:instancePath+"/content/CHATTWO",schemaPath:"#/$defs/kinds/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema40.type,parentSchema:schema40,data:data41};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
else {
const err84 = {instancePath:instancePath+"/content",schemaPath:"#/properties/content/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.content.type,parentSchema:schema31.properties.content,data:data18};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data.places !== undefined){
let data52 = data.places;
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
for(const key8 in data52){
if(!((((((key8 === "buttons") || (key8 === "action")) || (key8 === "payload")) || (key8 === "listItem")) || (key8 === "useMarketingMessagesApi")) || (key8 === "messageActivitySharing"))){
const err85 = {instancePath:instancePath+"/places",schemaPath:"#/properties/places/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.places,data:data52};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data52.buttons !== undefined){
let data53 = data52.buttons;
if(typeof data53 === "string"){
if(!pattern6.test(data53)){
const err86 = {instancePath:instancePath+"/places/buttons",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data53};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/places/buttons",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data53};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data52.action !== undefined){
let data54 = data52.action;
if(typeof data54 === "string"){
if(!pattern7.test(data54)){
const err88 = {instancePath:instancePath+"/places/action",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[^/{}]+$"},message:"must match pattern \""+"^[^/{}]+$"+"\"",schema:"^[^/{}]+$",parentSchema:schema44,data:data54};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
else {
const err89 = {instancePath:instancePath+"/places/action",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.type,parentSchema:schema44,data:data54};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data52.payload !== undefined){
let data55 = data52.payload;
if(typeof data55 === "string"){
if(!pattern7.test(data55)){
const err90 = {instancePath:instancePath+"/places/payload",schemaPath:"#/$defs/name/pattern",keyword:"pattern",params:{pattern: "^[^/{}]+$"},message:"must match pattern \""+"^[^/{}]+$"+"\"",schema:"^[^/{}]+$",parentSchema:schema44,data:data55};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
else {
const err91 = {instancePath:instancePath+"/places/payload",schemaPath:"#/$defs/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.type,parentSchema:schema44,data:data55};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data52.listItem !== undefined){
let data56 = data52.listItem;
if(typeof data56 === "string"){
if(!pattern6.test(data56)){
const err92 = {instancePath:instancePath+"/places/listItem",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data56};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
else {
const err93 = {instancePath:instancePath+"/places/listItem",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data56};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data52.useMarketingMessagesApi !== undefined){
let data57 = data52.useMarketingMessagesApi;
if(typeof data57 === "string"){
if(!pattern6.test(data57)){
const err94 = {instancePath:instancePath+"/places/useMarketingMessagesApi",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data57};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/places/useMarketingMessagesApi",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data57};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
if(data52.messageActivitySharing !== undefined){
let data58 = data52.messageActivitySharing;
if(typeof data58 === "string"){
if(!pattern6.test(data58)){
const err96 = {instancePath:instancePath+"/places/messageActivitySharing",schemaPath:"#/$defs/pointer/pattern",keyword:"pattern",params:{pattern: "^(/[^/]+)+$"},message:"must match pattern \""+"^(/[^/]+)+$"+"\"",schema:"^(/[^/]+)+$",parentSchema:schema43,data:data58};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/places/messageActivitySharing",schemaPath:"#/$defs/pointer/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.type,parentSchema:schema43,data:data58};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
}
else {
const err98 = {instancePath:instancePath+"/places",schemaPath:"#/properties/places/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.places.type,parentSchema:schema31.properties.places,data:data52};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
if(data.buttons !== undefined){
let data59 = data.buttons;
if(data59 && typeof data59 == "object" && !Array.isArray(data59)){
for(const key9 in data59){
if(!(((key9 === "URL") || (key9 === "PHONE")) || (key9 === "QUICK_REPLY"))){
const err99 = {instancePath:instancePath+"/buttons",schemaPath:"#/properties/buttons/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.buttons,data:data59};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data59.URL !== undefined){
let data60 = data59.URL;
if(!(data60 && typeof data60 == "object" && !Array.isArray(data60))){
const err100 = {instancePath:instancePath+"/buttons/URL",schemaPath:"#/properties/buttons/properties/URL/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.buttons.properties.URL.type,parentSchema:schema31.properties.buttons.properties.URL,data:data60};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data59.PHONE !== undefined){
let data61 = data59.PHONE;
if(!(data61 && typeof data61 == "object" && !Array.isArray(data61))){
const err101 = {instancePath:instancePath+"/buttons/PHONE",schemaPath:"#/properties/buttons/properties/PHONE/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.buttons.properties.PHONE.type,parentSchema:schema31.properties.buttons.properties.PHONE,data:data61};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data59.QUICK_REPLY !== undefined){
let data62 = data59.QUICK_REPLY;
if(!(data62 && typeof data62 == "object" && !Array.isArray(data62))){
const err102 = {instancePath:instancePath+"/buttons/QUICK_REPLY",schemaPath:"#/properties/buttons/properties/QUICK_REPLY/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.buttons.properties.QUICK_REPLY.type,parentSchema:schema31.properties.buttons.properties.QUICK_REPLY,data:data62};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
}
else {
const err103 = {instancePath:instancePath+"/buttons",schemaPath:"#/properties/buttons/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.buttons.type,parentSchema:schema31.properties.buttons,data:data59};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data.callback !== undefined){
if(!(validate24(data.callback, {instancePath:instancePath+"/callback",parentData:data,parentDataProperty:"callback",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data.clock !== undefined){
let data64 = data.clock;
if(data64 && typeof data64 == "object" && !Array.isArray(data64)){
if(data64.method === undefined){
const err104 = {instancePath:instancePath+"/clock",schemaPath:"#/properties/clock/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'",schema:schema31.properties.clock.required,parentSchema:schema31.properties.clock,data:data64};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data64.url === undefined){
const err105 = {instancePath:instancePath+"/clock",schemaPath:"#/properties/clock/required",keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'",schema:schema31.properties.clock.required,parentSchema:schema31.properties.clock,data:data64};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
for(const key10 in data64){
if(!(((key10 === "method") || (key10 === "url")) || (key10 === "body"))){
const err106 = {instancePath:instancePath+"/clock",schemaPath:"#/properties/clock/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.clock,data:data64};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data64.method !== undefined){
let data65 = data64.method;
if(typeof data65 !== "string"){
const err107 = {instancePath:instancePath+"/clock/method",schemaPath:"#/properties/clock/properties/method/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.clock.properties.method.type,parentSchema:schema31.properties.clock.properties.method,data:data65};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data64.url !== undefined){
let data66 = data64.url;
if(typeof data66 === "string"){
if(!pattern13.test(data66)){
const err108 = {instancePath:instancePath+"/clock/url",schemaPath:"#/properties/clock/properties/url/pattern",keyword:"pattern",params:{pattern: "^https?://"},message:"must match pattern \""+"^https?://"+"\"",schema:"^https?://",parentSchema:schema31.properties.clock.properties.url,data:data66};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
else {
const err109 = {instancePath:instancePath+"/clock/url",schemaPath:"#/properties/clock/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.clock.properties.url.type,parentSchema:schema31.properties.clock.properties.url,data:data66};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
}
else {
const err110 = {instancePath:instancePath+"/clock",schemaPath:"#/properties/clock/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.clock.type,parentSchema:schema31.properties.clock,data:data64};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data.holds !== undefined){
let data67 = data.holds;
if(Array.isArray(data67)){
const len2 = data67.length;
for(let i2=0; i2<len2; i2++){
let data68 = data67[i2];
if(typeof data68 === "string"){
if(!pattern20.test(data68)){
const err111 = {instancePath:instancePath+"/holds/" + i2,schemaPath:"#/properties/holds/items/pattern",keyword:"pattern",params:{pattern: "^ADR-[0-9]{4}$"},message:"must match pattern \""+"^ADR-[0-9]{4}$"+"\"",schema:"^ADR-[0-9]{4}$",parentSchema:schema31.properties.holds.items,data:data68};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
else {
const err112 = {instancePath:instancePath+"/holds/" + i2,schemaPath:"#/properties/holds/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.holds.items.type,parentSchema:schema31.properties.holds.items,data:data68};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
}
else {
const err113 = {instancePath:instancePath+"/holds",schemaPath:"#/properties/holds/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.holds.type,parentSchema:schema31.properties.holds,data:data67};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
}
else {
const err114 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

